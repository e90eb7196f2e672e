import FoundationEssentials
import Testing

@testable import Scenes

/// `Resources/scenes` has the schema of the format, and three sets of scenes.
@MainActor
@Suite struct SceneSchemaTests {
  private static let root = (#filePath as String).split(separator: "/").dropLast(4).map { "/\($0)" }.joined()
  private static let isRecording = ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1"

  /// Compares a file with what it should be; records it where that is asked for.
  private func check(_ path: String, _ text: String) throws {
    let path = "\(Self.root)/\(path)"
    if Self.isRecording { try text.write(toFile: path, atomically: true, encoding: .utf8) }
    let present = try? String(contentsOfFile: path, encoding: .utf8)
    #expect(present == text, "run `make snapshots` and check the difference: \(path)")
  }

  @Test func `the published schema is that of the tables`() throws {
    try check("Resources/scenes/scene.schema.json", SceneSchema.text)
  }

  @Test func `the page of the format lists each component`() throws {
    var rows: [String] = []
    for kind in ElementKind.allCases {
      let common = Set(ElementKind.spacer.slots.map(\.slot))
      let own = kind.slots.map(\.slot).filter { !common.contains($0) }.map(\.name)
      rows.append("| `\(kind.rawValue)` | \(own.map { "`\($0)`" }.joined(separator: ", ")) |")
    }
    let path = "Sources/Scenes/Scenes.docc/FileFormat.md"
    let page = try String(contentsOfFile: "\(Self.root)/\(path)", encoding: .utf8)
    guard let start = page.firstRange(of: "<!-- components -->\n"), let end = page.firstRange(of: "<!-- end -->") else {
      Issue.record("\(path) has no place for the table")
      return
    }
    let table = "| component | properties of its own |\n|---|---|\n" + rows.joined(separator: "\n") + "\n"
    try check(path, page[..<start.upperBound] + table + page[end.lowerBound...])
  }

  @Test(arguments: ["plain", "cards", "compact"], ["card", "welcome", "toast"])
  func `each shipped scene is drawn`(set: String, name: String) throws {
    let path = "\(Self.root)/Resources/scenes/\(set)/\(name).json"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let scene = try Scene(file: File(reading: .resource("\(name).json", text: text)))
    scene.resize(to: CellSize(width: 40, height: 20))
    scene.advance(by: 0)
    #expect(!scene.stateMachine.advance(by: 1))
    let drawn = scene.rendered().text
    let expected = ["card": "Ada Lovelace", "welcome": "all keys", "toast": "Grace"][name] ?? ""
    #expect(drawn.contains(expected))
    #expect(name != "card" || drawn.contains("ada@example.org"))
  }

  @Test(arguments: ["plain", "cards", "compact"])
  func `a value glows after a change`(set: String) throws {
    let path = "\(Self.root)/Resources/scenes/\(set)/card.json"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let scene = try Scene(file: File(reading: .resource("card.json", text: text)))
    scene.resize(to: CellSize(width: 40, height: 20))
    scene.advance(by: 0)
    let phone = try #require(scene.viewModelInstance).value(of: ListProperty(path: "fields"), at: 1)
    let frame = try #require(scene.instanceFrames[phone])
    func color() -> Color? {
      let (cells, line) = (scene.rendered(), scene.rendered().lines[frame.y])
      let start = line.firstRange(of: "+44").map { line.distance(from: line.startIndex, to: $0.lowerBound) }
      return start.map { cells.style(x: $0, y: frame.y).foreground }
    }
    #expect(color() == Color(role: .text))
    phone.fire(trigger: TriggerProperty(path: "changed"))
    #expect(scene.advance(by: 0))
    #expect(color() == Color(role: .fresh))
    scene.advance(by: 1)
    #expect(!scene.advance(by: 1))
    #expect(color() == Color(role: .text))
  }
}
