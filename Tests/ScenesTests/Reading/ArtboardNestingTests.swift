import Testing

@testable import Scenes

/// Artboards inside of each other end: the reader refuses those that the file names, and data is limited as it arrives.
@MainActor
@Suite struct ArtboardNestingTests {
  private func artboard(_ name: String, _ nested: String...) -> String {
    let children = nested.map { #"{"type": "artboard", "artboard": "\#($0)"}"# }.joined(separator: ", ")
    return #"{"name": "\#(name)", "children": [\#(children)]}"#
  }

  private func problem(_ artboards: [String]) -> String {
    SceneFixtures.problem(of: "{\"artboards\": [\(artboards.joined(separator: ",\n"))]}")
  }

  @Test func `an artboard that contains itself is refused`() {
    #expect(
      problem([artboard("A", "A")])
        == "card.json:1:76: artboards/A/children/0/artboard: artboard “A” contains itself")
  }

  @Test func `artboards that contain each other are refused`() {
    #expect(
      problem([artboard("A", "B", "B"), artboard("B", "C"), artboard("C", "A")])
        == "card.json:3:61: artboards/C/children/0/artboard: artboard “A” contains itself, through “B”, “C”")
  }

  @Test func `artboards that many others contain are read once`() {
    let levels = (0..<16).map { level in
      level == 15 ? artboard("A15") : artboard("A\(level)", "A\(level + 1)")
    }
    #expect(problem(levels) == "valid")
  }

  @Test func `sixteen artboards inside of each other are the most`() {
    func tower(_ count: Int) -> [String] {
      (0...count).map { $0 == count ? artboard("A\($0)") : artboard("A\($0)", "A\($0 + 1)") }
    }
    #expect(problem(tower(16)) == "valid")
    #expect(problem(tower(17)).hasSuffix("more than 16 artboards inside of each other"))
  }

  @Test func `artboards that multiply are refused`() {
    let levels = (0..<16).map { level in
      level == 15
        ? artboard("A15") : artboard("A\(level)", "A\(level + 1)", "A\(level + 1)", "A\(level + 1)", "A\(level + 1)")
    }
    #expect(problem(levels).hasSuffix("more than 2000 artboards, with nested ones"))
  }

  @Test func `an artboard has at most 2,000 artboards, itself included`() {
    func wide(_ count: Int) -> [String] {
      let children = Array(repeating: #"{"type": "artboard", "artboard": "B"}"#, count: count)
      return [#"{"name": "A", "children": [\#(children.joined(separator: ", "))]}"#, artboard("B")]
    }
    #expect(problem(wide(1_999)) == "valid")
    #expect(problem(wide(2_000)).hasSuffix("more than 2000 artboards, with nested ones"))
  }

  @Test func `a tower of artboards is refused`() {
    let levels = (0..<5_000).map { level in
      level == 4_999 ? artboard("A4999") : artboard("A\(level)", "A\(level + 1)")
    }
    #expect(problem(levels).hasSuffix("more than 16 artboards inside of each other"))
  }

  /// An artboard that shows itself for as many items as a number says, or twice through a property.
  private static func endless(_ children: String) throws -> Scene {
    try Scene(
      file: SceneFixtures.file(
        """
        {"viewModels": [{"name": "V", "properties": [
           {"name": "count", "type": "number"}, {"name": "part", "type": "artboard"}],
           "instances": [{"name": "I", "values": {"count": 4, "part": "A"}}]},
         {"name": "G", "global": true, "properties": [{"name": "count", "type": "number"}],
           "instances": [{"name": "I", "values": {"count": 4}}]}],
         "converters": [{"name": "items", "type": "numberToList", "viewModel": "V"}],
         "artboards": [{"name": "A", "viewModel": "V", "children": [\(children)]}]}
        """))
  }

  @Test(arguments: [
    #"{"type": "text", "text": "x"}, {"type": "list", "items": {"bind": "G:count", "converter": "items"}}"#,
    #"{"type": "artboard", "artboard": {"bind": "part"}}, {"type": "artboard", "artboard": {"bind": "part"}}"#,
  ])
  func `data that leads to artboards without end is limited`(children: String) throws {
    let scene = try Self.endless(children)
    scene.resize(to: CellSize(width: 9, height: 9))
    let start = ContinuousClock.now
    scene.advance(by: 0)
    #expect(ContinuousClock.now - start < .seconds(5))
    #expect(scene.artboard.population.count <= FileContent.artboardLimit)
    #expect(scene.rendered().lines.count == 9)
  }
}
