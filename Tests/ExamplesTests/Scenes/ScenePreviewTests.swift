import FoundationEssentials
import TUIKit
import TUITesting
import TestSupport
import Testing

/// The previewer of scene files, in a terminal.
@Suite struct ScenePreviewTests {
  private let folder = TemporaryFolder()
  private var path: String { "\(folder.path)/card.json" }

  private func write(_ title: String) throws {
    try """
    {"viewModels": [{"name": "M",
    "properties": [{"name": "title", "type": "string"}, {"name": "go", "type": "trigger"}],
       "instances": [{"name": "I", "values": {"title": "First"}}]}],
     "artboards": [{"name": "A", "viewModel": "M", "children": [{"type": "text", "text": {"bind": "title"}},
       {"type": "text", "text": "\(title)"}],
       "stateMachines": [{"name": "m", "listeners": [
         {"on": "viewModelChange", "path": "go", "actions": [{"set": "title", "value": "fired"}]}]}]}]}
    """.write(toFile: path, atomically: true, encoding: .utf8)
  }

  private func start(_ more: String...) throws -> ProgramPilot {
    try ProgramPilot(
      Built.program("Examples"), ["scene", path] + more, environment: Built.environment(),
      size: Size(width: 100, height: 12))
  }

  @Test func `an edited property is shown in the scene, and a trigger fires`() throws {
    try write("Card")
    let pilot = try start("--set", "title=Set")
    try pilot.waitUntil("the scene and its panel") {
      $0.contains("Card") && $0.contains("Set") && $0.contains("fire go")
    }
    try pilot.type("!")
    try pilot.waitUntil("the text in both") { $0.text.matches(of: /Set!/).count == 2 }
    try pilot.type("\t\n")
    try pilot.waitUntil("the listener's text in both") { $0.text.matches(of: /fired/).count == 2 }
    try pilot.press("q", .control)
    #expect(try pilot.waitForEnd() == .exited(0))
  }

  @Test func `nested properties are in the panel, and a wrong one is named`() throws {
    try """
    {"viewModels": [{"name": "N", "properties": [{"name": "age", "type": "number"}]},
       {"name": "M", "properties": [{"name": "inner", "type": "viewModel", "viewModel": "N"}]}],
     "artboards": [{"name": "A", "viewModel": "M", "children": [
       {"type": "text", "text": {"bind": "inner/age", "converter": "t"}}]}],
     "converters": [{"name": "t", "type": "toString", "decimals": 0}]}
    """.write(toFile: path, atomically: true, encoding: .utf8)
    let pilot = try start(
      "--set", "inner/age=36", "--set", "inner/nmae=x", "--set", "inner/age=old", "--set", "inner=x")
    try pilot.waitUntil("the nested value and what is wrong") {
      $0.contains("inner/age") && $0.contains("36") && $0.contains("There is no property “inner/nmae” to set.")
        && $0.contains("“old” is not a value of “inner/age”.") && $0.contains("There is no property “inner” to set.")
    }
    try pilot.type("x")
    try pilot.waitUntil("what is wrong with the text, and the value as it was") {
      $0.contains("“36x” is not a value of “inner/age”.") && !$0.contains("“old”") && $0.contains("36")
    }
    try pilot.press(.backspace)
    try pilot.waitForNo("is not a value")
    try pilot.press("q", .control)
    #expect(try pilot.waitForEnd() == .exited(0))
  }

  @Test func `a list has its number of items in the panel`() throws {
    try """
    {"viewModels": [
       {"name": "M", "properties": [{"name": "items", "type": "list"}, {"name": "part", "type": "artboard"}],
        "instances": [{"name": "I", "values": {"items": [{"viewModel": "N", "values": {}}]}}]},
       {"name": "N", "properties": []}],
     "artboards": [{"name": "A", "viewModel": "M", "children": [{"type": "text", "text": "scene"}]}]}
    """.write(toFile: path, atomically: true, encoding: .utf8)
    let pilot = try start("--set", "items=x")
    try pilot.waitUntil("the items, and that no text sets them") {
      $0.contains("items  1 item") && $0.contains("part  artboard")
        && $0.contains("“items” has the type list, and no text sets it.")
    }
  }

  @Test(arguments: [[], ["a.json", "b.json"], ["a.json", "--set"], ["a.json", "--set", "x"], ["a.json", "--wtach"]])
  func `wrong options end the program with its usage`(arguments: [String]) throws {
    let pilot = try ProgramPilot(
      Built.program("Examples"), ["scene"] + arguments, environment: Built.environment(),
      size: Size(width: 80, height: 5))
    #expect(try pilot.waitForEnd() == .exited(2))
    #expect(pilot.terminal.line(0) == "usage: Examples scene FILE [--set path=value]… [--watch]")
  }

  @Test func `a window of any size shows what has room`() throws {
    try write("Card")
    let pilot = try start("--watch")
    try pilot.waitFor("Card")
    for (width, height) in [(3, 2), (1, 1), (20, 3), (90, 20)] {
      try pilot.resize(to: Size(width: width, height: height))
    }
    try pilot.waitUntil("the scene and its panel") { $0.contains("Card") && $0.contains("fire go") }
    try pilot.press("q", .control)
    #expect(try pilot.waitForEnd() == .exited(0))
  }

  @Test func `the panel scrolls to the property with the focus`() throws {
    let properties = (1...20).map { #"{"name": "line \#($0)", "type": "string"}"# }.joined(separator: ",")
    try """
    {"viewModels": [{"name": "M", "properties": [\(properties)]}],
     "artboards": [{"name": "A", "viewModel": "M", "children": [{"type": "text", "text": {"bind": "line 20"}}]}]}
    """.write(toFile: path, atomically: true, encoding: .utf8)
    let pilot = try start()
    try pilot.waitUntil("the beginning") { $0.contains("line 1") && !$0.contains("line 20") }
    try pilot.type(String(repeating: "\t", count: 19) + "last")
    try pilot.waitUntil("the end, in the scene and the panel") {
      $0.contains("line 20") && $0.text.matches(of: /last/).count == 2
    }
    try pilot.press("q", .control)
    #expect(try pilot.waitForEnd() == .exited(0))
  }

  @Test func `a saved file is shown at once, a broken one is explained`() throws {
    try write("Before")
    let pilot = try start("--watch")
    try pilot.waitFor("Before")
    try write("After")
    try pilot.waitFor("After")
    try "{\"artboard\": []}".write(toFile: path, atomically: true, encoding: .utf8)
    try pilot.waitUntil("the reason and the former scene") {
      $0.contains("card.json:1:2: unknown name “artboard”") && $0.contains("After")
    }
    try write("Mended")
    try pilot.waitUntil("the new scene alone") { $0.contains("Mended") && !$0.contains("card.json") }
    try pilot.type("!")
    try pilot.waitUntil("the text in both") { $0.text.matches(of: /First!/).count == 2 }
    try write("Last")
    try pilot.waitUntil("the new scene with the typed text") {
      $0.contains("Last") && $0.text.matches(of: /First!/).count == 2
    }
    try pilot.press("q", .control)
    #expect(try pilot.waitForEnd() == .exited(0))
  }

  @Test func `what was typed stays when the file is saved again and again`() throws {
    try write("One")
    let pilot = try start("--watch")
    try pilot.waitFor("One")
    try pilot.type("hello")
    try pilot.press(.left)
    try pilot.press(.left)
    for title in ["Two", "Three"] {
      try write(title)
      try pilot.waitUntil("the new file with the typed text") { $0.contains(title) && $0.contains("Firsthello") }
    }
    try pilot.type("X")
    try pilot.waitFor("FirsthelXlo")
  }

  @Test func `the reason why a file is not shown stays until it is mended`() throws {
    try write("One")
    let pilot = try start("--watch")
    try pilot.waitFor("One")
    try "{\n".write(toFile: path, atomically: true, encoding: .utf8)
    try pilot.waitFor("card.json:2")
    try pilot.type("!")
    try pilot.waitUntil("the edit and the reason") { $0.contains("First!") && $0.contains("card.json:2") }
    try write("Two")
    try pilot.waitUntil("the new scene") { $0.contains("Two") && !$0.contains("card.json:2") }
  }

  @Test func `the file that a link leads to is watched`() throws {
    try write("Before")
    let link = "\(folder.path)/link.json"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "card.json")
    let pilot = try ProgramPilot(
      Built.program("Examples"), ["scene", link, "--watch"], environment: Built.environment(),
      size: Size(width: 70, height: 12))
    try pilot.waitFor("Before")
    try write("After")
    try pilot.waitFor("After")
    try pilot.press("q", .control)
    #expect(try pilot.waitForEnd() == .exited(0))
  }

  @Test func `what is not an ordinary file is explained, and the former scene stays`() throws {
    try write("Before")
    let pilot = try start("--watch")
    try pilot.waitFor("Before")
    for (number, make) in UnusualFile.allCases.enumerated() {
      try make.replace(path, in: folder.path)
      try pilot.waitUntil("the reason and the former scene") {
        $0.contains("card.json\(make.sentence)") && $0.contains(number == 0 ? "Before" : "After \(number - 1)")
      }
      try write("After \(number)")
      try pilot.waitUntil("the new scene alone") { $0.contains("After \(number)") && !$0.contains("card.json") }
    }
    #expect(try #require(pilot.peakMemory) < 128_000_000)
    try pilot.press("q", .control)
    #expect(try pilot.waitForEnd() == .exited(0))
  }

  @Test(arguments: UnusualFile.allCases)
  func `what is not an ordinary file is explained from the start`(file: UnusualFile) throws {
    try file.replace(path, in: folder.path)
    let pilot = try start("--watch")
    try pilot.waitFor("card.json\(file.sentence)")
    try write("After")
    try pilot.waitUntil("the new scene alone") { $0.contains("After") && !$0.contains("card.json") }
    try pilot.press("q", .control)
    #expect(try pilot.waitForEnd() == .exited(0))
  }
}
