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

  private static let page = "Sources/Scenes/Scenes.docc/FileFormat.md"

  /// Compares a table of the page of the format with what it should be; records it where that is asked for.
  private func checkTable(_ name: String, _ rows: [[String]]) throws {
    let page = try String(contentsOfFile: "\(Self.root)/\(Self.page)", encoding: .utf8)
    let mark = "<!-- \(name) -->\n"
    let start = try #require(page.firstRange(of: mark)).upperBound
    let end = try #require(page[start...].firstRange(of: "<!-- end -->")).lowerBound
    let lines = rows.map { "| \($0.joined(separator: " | ")) |\n" }
    let line = "|" + String(repeating: "---|", count: rows[0].count) + "\n"
    try check(Self.page, page[..<start] + lines[0] + line + lines[1...].joined() + page[end...])
  }

  private func code(_ words: some Sequence<String>) -> String { words.map { "`\($0)`" }.joined(separator: ", ") }

  @Test func `the page of the format lists components and converters`() throws {
    let common = Set(ElementKind.spacer.slots.map(\.slot))
    let components = ElementKind.allCases.map { kind in
      [code([kind.rawValue]), code(kind.slots.map(\.slot).filter { !common.contains($0) }.map(\.name))]
    }
    try checkTable("components", [["component", "properties of its own"]] + components)
    let converters = ConverterType.allCases.map { type in
      [code([type.rawValue]), code(type.members.map(\.name)), Self.results[type] ?? ""]
    }
    try checkTable("converters", [["type", "members", "result"]] + converters)
    #expect(converters.allSatisfy { !$0[2].isEmpty })
  }

  private static let results: [ConverterType: String] = [
    .round: "the rounded number; halves are rounded away from zero", .calculate: "the result of an operation",
    .rangeMap: "a number in another range", .normalize: "a number from 0 to 1", .radians: "degrees in radians",
    .interpolate: "a number or colour that moves to its new value", .toString: "text", .toNumber: "a number",
    .pad: "text of at least a length", .trim: "text without blanks at its ends",
    .removeTrailingZeros: "text without zeros after its decimals", .negate: "the other truth value",
    .trigger: "fires at each change", .listLength: "the number of items",
    .numberToList: "as many blank items of a view model", .formula: "the value of a formula",
    .group: "the results of converters, one after the other",
  ]

  @Test func `the page of the format names each of its words`() throws {
    let page = try String(contentsOfFile: "\(Self.root)/\(Self.page)", encoding: .utf8)
    var words = ViewModelReader.types.keys.sorted() + Color.Role.allCases.map(\.rawValue) + EasingCurve.named.keys
    words += BindDefinition.Mode.allCases.map(\.rawValue) + BindDefinition.Preference.allCases.map(\.rawValue)
    words += AnimationDefinition.Loop.allCases.map(\.rawValue) + ListenerDefinition.Kind.allCases.map(\.rawValue)
    words += ConditionDefinition.Comparison.allCases.map(\.rawValue) + KeyName.named.filter { !$0.hasPrefix("f") }
    words += ConverterDefinition.Operation.allCases.map(\.rawValue) + FormulaText.RandomMode.allCases.map(\.rawValue)
    words += PropertyUse.allCases.map(\.rawValue)
    words += Formula.Function.allCases.map(\.rawValue) + ElementKind.spacer.slots.map(\.slot.name)
    words += [
      SystemEnum.direction, SystemEnum.alignment, SystemEnum.distribution, SystemEnum.border, SystemEnum.wrap,
      SystemEnum.textAlignment, SystemEnum.truncation,
    ].flatMap(\.values)
    words.removeAll { $0 == "widthMode" || $0 == "heightMode" }
    #expect(words.filter { !page.contains("`\($0)`") } == [])
  }

  // MARK: The schema

  @Test func `the scenes of the project follow the schema`() throws {
    let validator = try SceneSchema.validator.get()
    #expect(try validator.problem(of: Array(MutatedFilesTests.whole.utf8)) == nil)
    for set in ["plain", "cards", "compact"] {
      for name in ["card", "welcome", "toast"] {
        let path = "\(Self.root)/Resources/scenes/\(set)/\(name).json"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(try validator.problem(of: Array(text.utf8)) == nil, "\(path)")
      }
    }
  }

  @Test func `the schema refuses each misspelled name of the format`() throws {
    let validator = try SceneSchema.validator.get()
    // Names that the file itself declares.
    let own: Set<String> = ["title", "amount", "inner", "Inner", "a", "c"]
    let text = MutatedFilesTests.whole
    var missed: [String] = []
    for match in text.matches(of: /"(\w+)":/) where !own.contains(String(match.1)) {
      let misspelled = text[..<match.1.endIndex] + "x" + text[match.1.endIndex...]
      if try validator.problem(of: Array(misspelled.utf8)) == nil { missed.append(String(match.1)) }
    }
    #expect(missed == [])
  }

  @Test(arguments: [
    (#"{"artboards": [{"name": "A", "children": [{"type": "text", "color": "acent"}]}]}"#, "children/0"),
    (#"{"artboards": [{"name": "A", "width": "wide"}]}"#, "width"),
    (#"{"converters": [{"name": "c", "type": "pad"}]}"#, "converters/0"),
    (
      #"{"artboards": [{"name": "A", "stateMachines": [{"name": "m", "listeners": [{"on": "key", "key": "esc","#
        + #" "actions": []}]}]}]}"#, "listeners/0"
    ),
  ])
  func `the schema refuses wrong values`(text: String, place: String) throws {
    #expect(SceneFixtures.problem(of: text) != "valid")
    #expect(try SceneSchema.validator.get().problem(of: Array(text.utf8))?.contains(place) == true)
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
