import FoundationEssentials
import Glibc
import TUIKit
import TUITesting
import TestSupport
import Testing

/// Scene files of the user replace those of the program.
@Suite struct SceneSourceTests {
  private let book: TestBook
  private var scenes: String { "\(book.folder)/.config/peoplebook/scenes" }

  init() throws {
    book = TestBook()
    try book.add("Ada Lovelace", "Barbara Liskov")
    try FileManager.default.createDirectory(atPath: scenes, withIntermediateDirectories: true)
  }

  /// A card that shows a word, the name, and the values in reading order.
  private static func card(_ word: String) -> String {
    """
    {
      "viewModels": [
        {"name": "Field", "properties": [{"name": "value", "type": "string"}]},
        {"name": "Person", "properties": [{"name": "name", "type": "string"}, {"name": "fields", "type": "list"}]}],
      "artboards": [
        {"name": "Card", "viewModel": "Person", "children": [
          {"type": "text", "text": "\(word)"}, {"type": "text", "text": {"bind": "name"}},
          {"type": "list", "items": {"bind": "fields"}}]},
        {"name": "Field", "viewModel": "Field", "children": [{"type": "text", "text": {"bind": "value"}}]}]
    }
    """
  }

  /// Writes a file that no program of another test inherits, which would update the scene again when it ends.
  private func write(_ text: String, _ name: String) throws {
    let file = try #require(fopen(name + "~", "we"))
    fputs(text, file)
    fclose(file)
    try #require(rename(name + "~", name) == 0)
  }

  private func open(_ arguments: String...) throws -> ProgramPilot {
    let pilot = try book.open(arguments.first ?? "--no-motion", arguments.dropFirst().first ?? "--no-motion")
    try pilot.waitFor("1 of 2")
    try pilot.press(.enter)
    try pilot.waitFor("y copy")
    return pilot
  }

  @Test func `a saved file updates the card at once`() throws {
    try write(Self.card("first"), "\(scenes)/card.json")
    let pilot = try open()
    try pilot.waitUntil("the user's card") { $0.contains("first") && $0.contains("ada@example.org") }
    try write(Self.card("second"), "\(scenes)/card.json")
    try pilot.waitUntil("the new version") { $0.contains("second") && !$0.contains("first") }
    try pilot.press("y")
    try pilot.waitFor("Copied “ada@example.org”")
    try FileManager.default.removeItem(atPath: "\(scenes)/card.json")
    try pilot.waitUntil("the program's card") { $0.contains("E-mail") && !$0.contains("second") }
  }

  @Test func `a folder that is created later updates the card at once`() throws {
    try FileManager.default.removeItem(atPath: "\(book.folder)/.config")
    let pilot = try open()
    try pilot.waitFor("E-mail")
    try FileManager.default.createDirectory(atPath: scenes, withIntermediateDirectories: true)
    try write(Self.card("first"), "\(scenes)/card.json")
    try pilot.waitFor("first")
  }

  @Test func `the file that a new link leads to is watched`() throws {
    let pilot = try open()
    let target = "\(book.folder)/mine.json"
    try write(Self.card("first"), target)
    try FileManager.default.createSymbolicLink(atPath: "\(scenes)/card.json", withDestinationPath: target)
    try pilot.waitFor("first")
    try write(Self.card("second"), target)
    try pilot.waitFor("second")
  }

  @Test func `a mistake is shown in place, and the former scene stays`() throws {
    try write(Self.card("first"), "\(scenes)/card.json")
    let pilot = try open()
    try pilot.waitFor("first")
    let broken = Self.card("second").replacing(#"{"bind": "name"}"#, with: #"{"bind": "nmae"}"#)
    try write(broken, "\(scenes)/card.json")
    try pilot.waitUntil("the sentence") {
      $0.contains("card.json:7:") && $0.contains("you mean “name”?") && $0.contains("first")
    }
    try write(Self.card("third"), "\(scenes)/card.json")
    try pilot.waitUntil("the new version") { $0.contains("third") && !$0.contains("card.json:") }
  }

  @Test(arguments: [
    ("name", "fullname", "“fullname” of Person is never set; did you mean “name”?"),
    ("value", "vlaue", "“vlaue” of Field is never set; did you mean “value”?"),
  ])
  func `a name that no value has is reported`(name: String, other: String, sentence: String) throws {
    let text = Self.card("first").replacing("\"name\": \"\(name)\"", with: "\"name\": \"\(other)\"")
      .replacing("\"bind\": \"\(name)\"", with: "\"bind\": \"\(other)\"")
    try write(text, "\(scenes)/card.json")
    let pilot = try open()
    try pilot.waitUntil("the sentence") { $0.contains("card.json: \(sentence)") && $0.contains("first") }
    try write(Self.card("second"), "\(scenes)/card.json")
    try pilot.waitUntil("the new version") { $0.contains("second") && !$0.contains("card.json:") }
  }

  @Test func `a file that is broken from the start leaves the program's scene`() throws {
    try write("{", "\(scenes)/card.json")
    let pilot = try open()
    try pilot.waitUntil("the sentence and the card") { $0.contains("card.json:1:2") && $0.contains("E-mail") }
  }

  @Test func `a file without a view model is reported`() throws {
    try write(#"{"artboards": [{"name": "Card"}]}"#, "\(scenes)/card.json")
    let pilot = try open()
    try pilot.waitUntil("the sentence and the card") {
      $0.contains("card.json:1:16: artboards/Card: the first artboard has no “viewModel”") && $0.contains("E-mail")
    }
  }

  @Test(arguments: ["{}", #"{"artboards": []}"#, "[", "\u{9}", "{\"a\u{9}\": 1}"])
  func `each broken file is reported with its place`(text: String) throws {
    try write(text, "\(scenes)/card.json")
    let pilot = try open()
    try pilot.waitUntil("the place and the card") { $0.contains("card.json:1:") && $0.contains("E-mail") }
  }

  @Test func `what is not a file is one sentence, and a file in its place is shown`() throws {
    try write(Self.card("first"), "\(scenes)/card.json")
    let pilot = try open()
    try pilot.waitFor("first")
    let place = "\(scenes)/card.json"
    let others: [(make: () throws -> Void, sentence: String)] = [
      ({ #expect(mkfifo(place, 0o600) == 0) }, "card.json is not a file"),
      (
        { try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false) },
        "card.json is not a file"
      ),
      (
        { try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: "card.json") },
        "card.json: Too many"
      ),
      (
        { try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: "none.json") },
        "card.json: No such file"
      ),
    ]
    for (number, (make, sentence)) in others.enumerated() {
      try FileManager.default.removeItem(atPath: place)
      try pilot.waitUntil("the program's card") { $0.contains("E-mail") && !$0.contains("card.json") }
      try make()
      try pilot.waitUntil("the sentence, and the card") { $0.contains(sentence) && $0.contains("E-mail") }
      try FileManager.default.removeItem(atPath: place)
      try write(Self.card("card \(number)"), place)
      try pilot.waitUntil("the user's card") { $0.contains("card \(number)") && !$0.contains("card.json") }
      if number == 0 {
        // From the start as well.
        try FileManager.default.removeItem(atPath: place)
        try make()
        let other = try self.open()
        try other.waitUntil("the sentence, and the card") { $0.contains(sentence) && $0.contains("E-mail") }
        try other.press("n")
        try other.waitFor("2 of 2")
      }
    }
  }

  @Test(arguments: UnusualFile.allCases)
  func `what replaces a file is explained, and the former scene stays`(file: UnusualFile) throws {
    let place = "\(scenes)/card.json"
    try write(Self.card("first"), place)
    let pilot = try open("--scene", place)
    try pilot.waitFor("first")
    try file.replace(place, in: book.folder)
    try pilot.waitUntil("the sentence, and the former scene") {
      $0.contains("card.json\(file.sentence)") && $0.contains("first")
    }
    try pilot.press("n")
    try pilot.waitUntil("the next person in the former scene") { $0.contains("2 of 2") && $0.contains("first") }
    try write(Self.card("second"), place)
    try pilot.waitUntil("the new version") { $0.contains("second") && !$0.contains("card.json") }
    #expect(try #require(pilot.peakMemory) < 128_000_000)
    try pilot.press("q")
    try pilot.press("q")
    #expect(try pilot.waitForEnd() == .exited(0))
  }

  @Test(arguments: UnusualFile.allCases)
  func `an option with what is not a file is refused`(file: UnusualFile) throws {
    let place = "\(book.folder)/mine.json"
    try file.replace(place, in: book.folder)
    guard file != .hugeFile else {
      let pilot = try open("--scene", place)
      return try pilot.waitUntil("the sentence and the program's card") {
        $0.contains("mine.json\(file.sentence)") && $0.contains("E-mail")
      }
    }
    let outcome = try book.run("--scene", place)
    #expect(outcome.status == 1)
    #expect(outcome.errors.hasSuffix("”\(file.sentence).\n") && outcome.errors.count { $0 == "\n" } == 1)
  }

  @Test func `the file that a link leads to may be written later`() throws {
    let place = "\(scenes)/card.json"
    try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: "mine.json")
    try FileManager.default.createSymbolicLink(atPath: "\(scenes)/mine.json", withDestinationPath: "../other.json")
    let pilot = try open()
    try pilot.waitFor("card.json: No such file")
    let target = "\(book.folder)/.config/peoplebook/other.json"
    try write(Self.card("first"), target)
    try pilot.waitUntil("the user's card") { $0.contains("first") && !$0.contains("No such file") }
    try FileManager.default.removeItem(atPath: target)
    try pilot.waitUntil("the sentence, and the former scene") {
      $0.contains("card.json: No such file") && $0.contains("first")
    }
    try write(Self.card("second"), target)
    try pilot.waitUntil("the next card") { $0.contains("second") && !$0.contains("No such file") }
  }

  @Test func `keys typed ahead wait for the user's card`() throws {
    try write(Self.card("first"), "\(scenes)/card.json")
    let pilot = try book.open("--no-motion")
    try pilot.waitFor("1 of 2")
    try pilot.send(Array("\ry".utf8))
    try pilot.waitFor("Copied “ada@example.org”")
    try pilot.press(.escape)
    try pilot.waitFor("a add")
    let other = try book.open("--no-motion")
    try other.waitFor("1 of 2")
    try other.send(Array("\rnj".utf8))
    try other.waitFor("2 of 2")
    try other.send(Array("q".utf8))
    try other.waitFor("a add")
  }

  @Test func `keys that the screen does not use reach the scene`() throws {
    let text = """
      {"viewModels": [
         {"name": "Field", "properties": [{"name": "value", "type": "string"}]},
         {"name": "Person", "properties": [{"name": "fields", "type": "list"}, {"name": "said", "type": "string"}]}],
       "artboards": [
         {"name": "Card", "viewModel": "Person", "children": [
            {"type": "text", "text": {"bind": "said"}}, {"type": "list", "items": {"bind": "fields"}}],
          "stateMachines": [{"name": "m", "listeners": [
            {"on": "key", "key": "z", "actions": [{"set": "said", "value": "heard z"}]},
            {"on": "key", "key": "y", "actions": [{"set": "said", "value": "heard y"}]},
            {"on": "key", "key": "e", "actions": [{"set": "said", "value": "heard e"}]},
            {"on": "text", "actions": [{"set": "said", "value": "heard text"}]}]}]},
         {"name": "Field", "viewModel": "Field", "children": [{"type": "text", "text": {"bind": "value"}}]}]}
      """
    try write(text, "\(scenes)/card.json")
    let pilot = try open()
    try pilot.waitFor("ada@example.org")
    try pilot.press("z")
    try pilot.waitFor("heard z")
    try pilot.press("Z")
    try pilot.waitFor("heard text")
    // Commands of the card and of the screen around it come first.
    try pilot.press("y")
    try pilot.waitUntil("the copied value alone") {
      $0.contains("Copied “ada@example.org”") && $0.contains("heard text")
    }
    try pilot.press("e")
    try pilot.waitFor("Edit person")
    try pilot.press(.escape)
    try pilot.waitUntil("the card as it was") { $0.contains("heard text") && !$0.contains("Edit person") }
  }

  @Test func `a picture beside the scene is shown, and a missing one is explained`() throws {
    let encoded =
      "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAYAAABytg0kAAAAE0lEQVR42mP4z8DwHwyBNIhgAAA/"
      + "0gX7f+ZqKwAAAABJRU5ErkJggg=="
    let picture = try #require(Data(base64Encoded: encoded))
    try picture.write(to: URL(filePath: "\(scenes)/dot.png"))
    func text(_ name: String) -> String {
      """
      {"images": [{"name": "dot", "path": "\(name)"}], "viewModels": [
         {"name": "Field", "properties": [{"name": "value", "type": "string"}]},
         {"name": "Person", "properties": [{"name": "fields", "type": "list"}]}],
       "artboards": [
         {"name": "Card", "viewModel": "Person", "children": [
           {"type": "text", "text": "\(name)"}, {"type": "image", "image": "dot", "width": 4, "height": 2},
           {"type": "list", "items": {"bind": "fields"}}]},
         {"name": "Field", "viewModel": "Field", "children": [{"type": "text", "text": {"bind": "value"}}]}]}
      """
    }
    try write(text("dot.png"), "\(scenes)/card.json")
    let pilot = try open()
    try pilot.waitUntil("the picture") { $0.contains("dot.png") && $0.contains("▀▀▀▀") }
    let plain = try book.open("--no-motion", environment: ["NO_COLOR": "1"])
    try plain.waitFor("1 of 2")
    try plain.press(.enter)
    try plain.waitUntil("shades of red and green") { $0.contains("dot.png") && $0.contains("░░▓▓") }
    try write(text("none.png"), "\(scenes)/card.json")
    try pilot.waitUntil("the sentence, and the former scene") {
      $0.contains("none.png: No such file") && $0.contains("▀▀▀▀")
    }
  }

  @Test func `an option replaces the card for one run`() throws {
    let path = "\(book.folder)/mine.json"
    try write(Self.card("mine"), path)
    let pilot = try open("--scene", path)
    try pilot.waitUntil("the card of the option") { $0.contains("mine") && $0.contains("ada@example.org") }
    try FileManager.default.removeItem(atPath: path)
    try pilot.waitUntil("the card, and that its file is gone") {
      $0.contains("mine.json: No such file") && $0.contains("ada@example.org")
    }
  }

  @Test func `an option without its file is refused`() throws {
    let outcome = try book.run("--scene", "\(book.folder)/none.json")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("No such file or directory"))
    let folder = try book.run("--scene", book.folder)
    #expect(folder.status == 1)
    #expect(folder.errors.contains("is not a file"))
  }

  @Test func `a chosen style is applied and kept`() throws {
    let pilot = try open()
    try pilot.press(.escape)
    try pilot.waitFor("a add")
    try pilot.press("p", .control)
    try pilot.type("style\r")
    try pilot.waitFor("Card style")
    try pilot.press(.down)
    try pilot.press(.enter)
    try pilot.waitForNo("Card style")
    try pilot.press(.enter)
    try pilot.waitUntil("the boxes") { $0.contains("╭") && $0.contains("Details") }
    let kept = "\(book.folder)/.local/state/peoplebook/screen"
    #expect(try String(contentsOfFile: kept, encoding: .utf8) == "scenes cards\n")
  }

  @Test func `a welcome of the user is shown`() throws {
    let text = """
      {"viewModels": [{"name": "Welcome", "properties": [{"name": "title", "type": "string"}]}],
       "artboards": [{"name": "W", "viewModel": "Welcome", "children": [
         {"type": "text", "text": "Hello!"}, {"type": "text", "text": {"bind": "title"}}]}]}
      """
    try write(text, "\(scenes)/welcome.json")
    try book.run("remove", "Ada Lovelace", "Barbara Liskov")
    let pilot = try book.open("--no-motion")
    try pilot.waitUntil("the welcome") { $0.contains("Hello!") && $0.contains("Your people book is empty.") }
  }

  @Test func `a message says who changed what`() throws {
    let pilot = try book.open("--no-motion")
    try pilot.waitFor("1 of 2")
    try book.run("edit", "Ada Lovelace", "--phone", "+44 1632 960012", "--author", "cron")
    try pilot.waitFor("cron changed Ada Lovelace")
    try book.run("remove", "Barbara Liskov", "--author", "cleaner")
    try pilot.waitFor("cleaner deleted Barbara Liskov")
  }
}
