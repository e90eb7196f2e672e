import Algorithms
import Testing

@testable import Scenes

/// The published schema and the reader accept the same files, so that an editor marks what the program refuses.
///
/// The schema knows no names of the file: only the reader finds what is wrong with them.
@MainActor
@Suite struct SchemaAgreementTests {
  /// An artboard with these members, in a file with view models for binds.
  private nonisolated static func artboard(_ members: String) -> String {
    """
    {"viewModels": [{"name": "V", "properties": [
       {"name": "n", "type": "number"}, {"name": "flag", "type": "boolean"}, {"name": "items", "type": "list"}]}],
     "artboards": [{"name": "A", "viewModel": "V", \(members)}]}
    """
  }

  private nonisolated static func layer(_ states: String, _ transition: String = "") -> String {
    artboard(
      """
      "children": [{"type": "text", "name": "t"}], "animations": [{"name": "a", "duration": 10}],
      "stateMachines": [{"name": "m", "layers": [{"name": "l", "states": [\(states)], "transitions": [
        {"from": "entry", "to": "s"\(transition)}]}]}]
      """)
  }

  private nonisolated static func listener(_ members: String) -> String {
    artboard(
      """
      "children": [{"type": "text", "name": "t"}], "stateMachines": [{"name": "m", "listeners": [
        {\(members), "actions": []}]}]
      """)
  }

  private nonisolated static let blend =
    #""blend": {"by": {"bind": "n"}, "animations": [{"animation": "a", "value": 1}]}"#
  private nonisolated static let additive = #""additive": [{"animation": "a", "weight": 1}]"#

  @Test(arguments: [
    artboard(#""children": [{"type": "text", "runs": [{"type": "run", "text": "x"}]}]"#),
    artboard(#""width": "33.5%", "children": [{"type": "text", "height": "fit"}]"#),
    layer(#"{"name": "s", "animation": "a", "speed": 2}"#, #", "exitTime": "50%", "duration": 20"#),
    layer(#"{"name": "s", \#(blend)}"#, #", "conditions": [{"path": "n", "op": ">", "value": 1}, {"path": "flag"}]"#),
    layer(#"{"name": "s", \#(additive)}"#, #", "conditions": [{"artboard": "width", "op": ">", "value": 9}]"#),
    layer(#"{"name": "s"}"#, #", "conditions": [{"focus": "t"}, {"focus": "t", "op": "!=", "value": true}]"#),
    listener(#""on": "click", "target": "t""#), listener(#""on": "event", "event": "e", "target": "t""#),
    listener(#""on": "key", "key": "x""#), listener(#""on": "key""#), listener(#""on": "text", "target": "t""#),
    listener(#""on": "viewModelChange", "path": "n""#),
  ])
  func `both accept`(text: String) throws {
    #expect(SceneFixtures.problem(of: text) == "valid")
    #expect(try SceneSchema.validator.get().problem(of: Array(text.utf8)) == nil)
  }

  @Test(arguments: [
    (artboard(#""children": [{"type": "text", "runs": [{"type": "text"}]}]"#), "a text contains runs only"),
    (artboard(#""width": "-50%""#), "expected a number of cells"), (artboard(#""width": "1e2%""#), "expected a number"),
    (artboard(#""width": "0x10%""#), "expected a number"), (artboard(#""width": "%""#), "expected a number"),
    (artboard(##""children": [{"type": "text", "color": "#+12345"}]"##), "neither a role of the theme nor a colour"),
    (artboard(#""padding": [1, 2, 3]"#), "expected two or four numbers"),
    (artboard(#""animations": [{"name": "a", "duration": 0}]"#), "the duration is a number of frames"),
    (artboard(#""animations": [{"name": "a", "duration": 9, "fps": 0}]"#), "expected a whole number from 1"),
    (artboard(#""animations": [{"name": "a", "duration": 9, "workArea": [1]}]"#), "expected the first and the last"),
    (
      artboard(
        #""children": [{"type": "bar", "name": "b"}], "animations": [{"name": "a", "duration": 9, "tracks": ["#
          + #"{"target": "b", "property": "value", "keys": []}]}]"#), "a track has at least one key"
    ),
    (artboard(#""children": [{"type": "values", "properties": {"height": 1}}]"#), "already has a property “height”"),
    (artboard(#""children": [{"type": "artboard", "inputs": {}}]"#), "only a stateful artboard has “inputs”"),
    (
      artboard(#""children": [{"type": "text", "computedX": {"bind": "n", "mode": "twoWay"}}]"#),
      "the mode of its bind is “toSource”"
    ),
    (#"{"viewModels": [{"name": "V", "properties": [{"name": "p", "type": "enum"}]}]}"#, "“enum” is missing"),
    (#"{"images": [{"name": "i", "width": 0, "pixels": []}]}"#, "expected a whole number from 1 to 1024"),
    (#"{"images": [{"name": "i", "data": "QUJ"}]}"#, "the picture is not in Base64"),
    (#"{"converters": [{"name": "c", "type": "interpolate", "easing": {"cubic": [0, 1]}}]}"#, "expected four numbers"),
    (#"{"converters": [{"name": "c", "type": "interpolate", "easing": {"elastic": {"period": 0}}}]}"#, "the period is"),
    (layer(#"{"name": "exit"}"#), "is the name of a state that every layer has"),
    (artboard(#""width": null"#), "expected a value, found null"), (#"{"$schema": 5}"#, "expected text"),
    (layer(#"{"name": "s", \#(blend), \#(additive)}"#), "a state plays one of"),
    (layer(#"{"name": "s", "animation": "a", \#(blend)}"#), "a state plays one of"),
    (layer(#"{"name": "s", "speed": 2}"#), "only a state with an “animation” has a “speed”"),
    (layer(#"{"name": "s", "blend": {"by": true, "animations": []}}"#), "expected a number"),
    (layer(#"{"name": "s"}"#, #", "exitTime": "-5%""#), "expected milliseconds or a percentage"),
    (
      layer(#"{"name": "s"}"#, #", "conditions": [{"path": "n", "focus": "t", "value": 1}]"#),
      "a condition has one of “path”, “artboard” and “focus”"
    ),
    (layer(#"{"name": "s"}"#, #", "conditions": [{"op": "=="}]"#), "a condition has one of"),
    (layer(#"{"name": "s"}"#, #", "conditions": [{"artboard": "width"}]"#), "“value” is missing"),
    (layer(#"{"name": "s"}"#, #", "conditions": [{"focus": "t", "op": "changed"}]"#), "unknown value “changed”"),
    (listener(#""on": "click", "key": "x""#), "unknown name “key”"),
    (listener(#""on": "key", "event": "e""#), "unknown name “event”"),
    (listener(#""on": "viewModelChange", "path": "n", "target": "t""#), "unknown name “target”"),
  ])
  func `both refuse`(text: String, message: String) throws {
    #expect(SceneFixtures.problem(of: text).contains(message))
    #expect(try SceneSchema.validator.get().problem(of: Array(text.utf8)) != nil)
  }

  // MARK: All members and values

  /// A value in a file, by the names and indices that lead to it.
  private typealias Place = [Int]

  private static func places(in node: JSONNode, _ place: Place = []) -> [(place: Place, node: JSONNode)] {
    let inner: [JSONNode] =
      switch node.content {
      case .array(let items): items
      case .object(let members): members.map(\.value)
      default: []
      }
    return [(place, node)] + inner.enumerated().flatMap { places(in: $1, place + [$0]) }
  }

  /// The file in which `change` has replaced the value at a place.
  private static func changed(_ node: JSONNode, at place: Place, _ change: (JSONNode) -> JSONNode) -> JSONNode {
    guard let first = place.first else { return change(node) }
    let rest = Array(place.dropFirst())
    switch node.content {
    case .array(var items):
      items[first] = changed(items[first], at: rest, change)
      return JSONNode(content: .array(items), offset: 0)
    case .object(var members):
      let member = members[first]
      members[first] = JSONMember(
        key: member.key, keyOffset: 0, value: changed(member.value, at: rest, change))
      return JSONNode(content: .object(members), offset: 0)
    default: return node
    }
  }

  private static let values = [
    "null", "true", "-1", "0.5", "1000000", "\"\"", "\"-50%\"", "\"5%\"", "\"fit\"", "\"none\"", "\"a\"", "[]",
    "[1, 2]", "{}", "{\"bind\": \"amount\"}", "{\"bind\": \"items\"}",
  ]

  /// Whether only a reader can find a mistake: it is about a name that another part of the file declares, or about a
  /// value of a type that such a name determines.
  private static func isAboutReference(_ problem: String) -> Bool {
    let parts = problem.split(separator: ": ", maxSplits: 2).map(String.init)
    guard parts.count == 3 else { return false }
    let (place, message) = (parts[1], parts[2])
    let references: [Regex<Substring>] = [
      /unknown (?:animation|artboard|component|converter|enum|image|instance|property|state|view model) “.*/,
      /no (?:property|view model has a property) “.*/, /there is already (?:one|a component) with the name .*/,
      /at character [0-9]+ of the formula: .*/, /“.*” is not a trigger/, /“.*” is for (?:input|output)/,
      /expected two ascending frames from 0 to .*/, /the layout computes “.*”, so no timeline changes it/,
      /the number of pixels is not a multiple of the width/, /“.*” (?:is bound to|receives) .*, and needs .*; .*/,
    ]
    if references.contains(where: { message.wholeMatch(of: $0) != nil }) { return true }
    let isTyped = place.contains(/\/(values|inputs)(\/|$)/) || place.hasSuffix("/value")
    return isTyped && message.contains(/^(expected|unknown (name|value)|a property of type)/)
      || place.contains(/\/conditions\/[0-9]+$/) && message == "“value” is missing"
  }

  @Test func `reader and schema agree on changed files`() throws {
    let root = try JSONParser.parse(Array(MutatedFilesTests.whole.utf8))
    let places = Self.places(in: root)
    let samples = try Self.values.map { try JSONParser.parse(Array($0.utf8)) }
    var members: [JSONMember] = []
    for case .object(let found) in places.map(\.node.content) { members += found }
    let validator = try SceneSchema.validator.get()
    var generator = SeededGenerator(seed: 16)
    var (accepted, refused): (Int, Int) = (0, 0)
    var (bySchemaAlone, byReaderAlone): (Set<String>, Set<String>) = ([], [])
    for _ in 0..<1_000 {
      guard let (place, _) = places.randomElement(using: &generator),
        let member = members.randomElement(using: &generator), let sample = samples.randomElement(using: &generator)
      else { continue }
      let addsMember = Bool.random(using: &generator)
      let text = Self.changed(root, at: place) { node in
        guard addsMember, case .object(let old) = node.content else { return sample }
        return JSONNode(content: .object(old.filter { $0.key != member.key } + [member]), offset: 0)
      }.text
      let problem = SceneFixtures.problem(of: text)
      switch (problem == "valid", try validator.problem(of: Array(text.utf8))) {
      case (true, nil): accepted += 1
      case (false, .some): refused += 1
      case (true, let place?): bySchemaAlone.insert(place)
      case (false, nil): if !Self.isAboutReference(problem) { byReaderAlone.insert(problem) }
      }
    }
    #expect(accepted > 25 && refused > 250)
    #expect(bySchemaAlone == [])
    #expect(byReaderAlone == [])
  }
}

extension JSONNode {
  /// The JSON of the value.
  fileprivate var text: String {
    switch content {
    case .null: "null"
    case .boolean(let flag): "\(flag)"
    case .number(let number): "\(number)"
    case .string(let text): Self.quoted(text)
    case .array(let items): "[\(items.map(\.text).joined(separator: ","))]"
    case .object(let members): "{\(members.map { "\(Self.quoted($0.key)):\($0.value.text)" }.joined(separator: ","))}"
    }
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    return "\"\(escaped)\""
  }
}
