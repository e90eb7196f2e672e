import FoundationEssentials
import TUIKit
import TUITesting
import TestSupport
import Testing

@testable import Examples

/// The examples of the features of scenes: keys in, screens out, and a film of these screens for the documentation.
@MainActor
@Suite struct FeaturesTests {
  private static let root = (#filePath as String).split(separator: "/").dropLast(5).map { "/\($0)" }.joined()
  private static let catalogue = "\(root)/Sources/Scenes/Scenes.docc"

  /// An example on a screen, and the screens of its film.
  @MainActor
  private final class Film {
    let pilot: ApplicationPilot
    private let name: String
    private var frames: [(screen: ScreenContents, duration: Duration)] = []

    init(_ name: String) throws {
      self.name = name
      let example = try #require(sceneExamples.first { $0.name == name })
      pilot = ApplicationPilot(root: ViewController(), size: Size(width: 56, height: 13))
      pilot.application.window.rootViewController = example.make(pilot.application)
    }

    /// Types something, waits for a screen, and adds it to the film.
    func type(_ keys: String, _ what: String, _ condition: (ScreenContents) -> Bool) throws {
      try pilot.type(keys)
      try show(what, condition)
    }

    /// Waits for a screen, and adds it to the film.
    func show(_ what: String, _ condition: (ScreenContents) -> Bool) throws {
      try pilot.waitUntil(what, condition)
      add()
    }

    /// Adds the current screen to the film.
    func add(_ duration: Duration = .milliseconds(1_500)) { frames.append((pilot.screen, duration)) }

    /// Compares the film with the picture of the documentation, or records it there.
    func develop() throws {
      let svg = ScreenPicture(title: "Examples \(name)").svg(of: frames)
      let path = "\(FeaturesTests.catalogue)/Resources/\(name).svg"
      if ProcessInfo.processInfo.environment["RECORD_PICTURES"] != nil {
        try svg.write(toFile: path, atomically: true, encoding: .utf8)
      }
      #expect(svg.utf8.count < 60_000)
      let present = try? String(contentsOfFile: path, encoding: .utf8)
      #expect(present == svg, "run `make pictures` and check the difference: \(path)")
    }
  }

  @Test func `a picture of values`() throws {
    let film = try Film("scene-values")
    try film.show("the oven") { $0.contains("Boiler") && $0.contains("40 °C") }
    try film.type(" 2", "the text in the field and the scene") { $0.text.matches(of: /Boiler 2/).count == 2 }
    try film.type("\t\t\n\n", "the number") { $0.contains("70 °C") }
    try film.pilot.press(.tab, .shift)
    try film.type(" ", "no number") { !$0.contains("°C") }
    try film.develop()
  }

  @Test func `a picture of nested instances`() throws {
    let film = try Film("scene-nested")
    try film.show("the first lead") { $0.contains("Ada Lovelace") && $0.contains("Led from London") }
    try film.type("\n", "her successor") { $0.contains("Grace Hopper") && $0.contains("Led from New York") }
    try film.type("\t\n", "the other city in both places") { $0.text.matches(of: /Paris/).count == 2 }
    try film.develop()
  }

  @Test func `a picture of lists`() throws {
    let film = try Film("scene-lists")
    try film.show("two rows") { $0.contains("2 rows") && $0.contains("1 Write the letter") }
    try film.type("\n", "a third row") { $0.contains("3 rows") && $0.contains("3 Task 3") }
    try film.type("\t\t\n", "the last row in front") { $0.contains("1 Task 3") && $0.contains("2 Write the letter") }
    try film.type("\t\n", "the other rows") { $0.contains("2 rows") && $0.contains("1 Write the letter") }
    try film.develop()
  }

  @Test func `a picture of enums`() throws {
    let film = try Film("scene-enums")
    try film.show("the first value") { $0.line(5) == "  start" }
    try film.type("\t\n", "the text in the middle") { $0.line(5).hasSuffix("    center") }
    try film.type("\t\n", "the text at the end") { $0.line(5).hasSuffix("    end") && $0.line(5).count == 54 }
    try film.type("\t\n", "the reason") { $0.contains("refused") && $0.line(5).count == 54 }
    try film.develop()
  }

  @Test func `a picture of images`() throws {
    let film = try Film("scene-images")
    try film.show("the heart") { $0.contains("▀") }
    let heart = film.pilot.screen.text
    try film.type("\t\n", "the sunset") { $0.contains("▀▀▀▀▀▀▀▀▀▀▀▀▀▀") && $0.text != heart }
    try film.type("\t\n", "the empty frame") { $0.contains("╔") && !$0.contains("▀") }
    try film.develop()
  }

  @Test func `a picture of artboards`() throws {
    let film = try Film("scene-artboards")
    try film.show("the board and the clock") { $0.contains("Turin – Milan") && $0.contains("12:00") }
    try film.type("\n", "the weather") { $0.contains("Fog over Turin") && !$0.contains("Milan") }
    try film.type("\t\t\n", "the clock alone") { $0.contains("12:00") && !$0.contains("Fog") }
    try film.develop()
  }

  @Test func `a picture of converters`() throws {
    let film = try Film("scene-converters")
    try film.show("the amount in each form") {
      $0.contains("1,234.50") && $0.contains("00001235") && $0.contains("272.00")
    }
    try film.pilot.type("\n")
    for _ in 0..<3 {
      film.pilot.scheduler.advance(by: .milliseconds(150))
      film.add(.milliseconds(150))
    }
    try film.show("the new amount in each form") { $0.contains("3,734.75") && $0.contains("822.00") }
    try film.develop()
  }

  @Test func `a picture of bind modes`() throws {
    let film = try Film("scene-modes")
    try film.show("the third line") { $0.contains("once 2, toTarget 2") && $0.contains("3 and the wheel") }
    try film.type("\n", "the fourth line") { $0.contains("once 2, toTarget 3") && $0.contains("program has 3") }
    for (text, change) in [("4 of the mouse", "program has 2"), ("A only", "second text 1")] {
      let place = try #require(film.pilot.screen.point(of: text))
      try film.pilot.scroll(by: text.hasPrefix("4") ? -1 : 1, x: place.x, y: place.y)
      try film.show(change) { $0.contains(change) }
    }
    try film.develop()
  }

  @Test func `a picture of timelines`() throws {
    let film = try Film("scene-timelines")
    try film.show("the start") { $0.contains("ready") && $0.contains("The ball rolls.") }
    for _ in 0..<10 {
      film.pilot.scheduler.advance(by: .milliseconds(200))
      film.add(.milliseconds(200))
    }
    film.pilot.scheduler.advance(by: .milliseconds(500))
    #expect(film.pilot.screen.contains("go") && film.pilot.screen.contains("Two thirds"))
    try film.type("\n", "the start again") { $0.contains("ready") && $0.contains("The ball rolls.") }
    try film.develop()
  }

  @Test func `a picture of a state machine`() throws {
    let film = try Film("scene-machine")
    try film.show("the closed door") { $0.contains("closed") && $0.contains("● calm") }
    try film.pilot.type("\n")
    film.pilot.scheduler.advance(by: .milliseconds(250))
    film.add(.milliseconds(250))
    try film.show("the open door") { $0.contains("█████████") }
    try film.type("\t\t\n", "the storm") { $0.contains("blown shut") && $0.contains("▲ storm") }
    try film.pilot.press(.tab)
    try film.type("\n", "a door that stays closed") { $0.contains("blown shut") }
    try film.develop()
  }

  @Test func `a picture of listeners`() throws {
    let film = try Film("scene-listeners")
    try film.show("the desk") { $0.contains("the bell") && $0.contains("right ▶") }
    try film.type("n", "the focus") { $0.text.matches(of: /The bell has the focus/).count == 2 }
    try film.type("\n", "the bell") { $0.text.matches(of: /The bell rings/).count == 2 }
    try film.pilot.press(.left)
    try film.show("the side") { $0.contains("◀ left") }
    try film.pilot.click(on: "the door")
    try film.show("the door's focus") { $0.contains("The door has the focus") }
    try film.develop()
  }

  nonisolated static let names = [
    "values", "nested", "lists", "enums", "images", "artboards", "converters", "modes", "timelines", "machine",
    "listeners",
  ]

  @Test(arguments: names) func `each example runs in a terminal`(name: String) throws {
    let pilot = try ProgramPilot(Built.program("Examples"), ["scene-\(name)"], size: Size(width: 60, height: 18))
    try pilot.waitFor("ctrl-q quit")
    try pilot.press("q", .control)
    #expect(try pilot.waitForEnd() == .exited(0))
    #expect(pilot.leftovers == [])
  }

  @Test func `each example is on the page, and under a hundred lines`() throws {
    #expect(sceneExamples.map(\.name) == Self.names.map { "scene-\($0)" })
    let page = try String(contentsOfFile: "\(Self.catalogue)/Examples.md", encoding: .utf8)
    for name in Self.names {
      #expect(page.contains("(scene-\(name).svg)") && page.contains("swift run Examples scene-\(name)"))
      let path =
        "\(Self.root)/Sources/Examples/Scenes/Features/\(name.prefix(1).uppercased() + name.dropFirst())Example.swift"
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 100, "\(name)")
    }
  }
}
