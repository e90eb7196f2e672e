import Testing

@testable import Scenes

/// A bind between values of different types is a mistake of the file.
@MainActor
@Suite struct BindTypesTests {
  private static let converters = """
    [{"name": "text", "type": "toString"}, {"name": "twice", "type": "calculate", "operation": "multiply", "value": 2},
     {"name": "slow", "type": "interpolate"}, {"name": "rows", "type": "numberToList", "viewModel": "Inner"}]
    """

  /// The message for one component, without its place.
  private func problem(_ component: String) -> String {
    let text = SceneFixtures.text(children: "[{\(component)}]", converters: Self.converters)
    let message = SceneFixtures.problem(of: text)
    return message.split(separator: ": ", maxSplits: 2).last.map(String.init) ?? ""
  }

  @Test func `a bind of another type is reported with its place and the way out`() {
    let text = #"""
      {"viewModels": [{"name": "V", "properties": [{"name": "n", "type": "number"}]}],
       "artboards": [{"name": "A", "viewModel": "V", "children": [{"type": "text", "text": {"bind": "n"}}]}]}
      """#
    #expect(
      SceneFixtures.problem(of: text)
        == "card.json:2:95: artboards/A/children/0/text/bind: “text” is bound to a number, and needs text; "
        + "add a converter of type “toString”")
  }

  @Test(arguments: [
    (
      #""type": "text", "visible": {"bind": "title"}"#,
      "“visible” is bound to text, and needs true or false; bind it to a property of type “boolean”"
    ),
    (
      #""type": "list", "items": {"bind": "amount"}"#,
      "“items” is bound to a number, and needs a list; add a converter of type “numberToList”"
    ),
    (
      #""type": "artboard", "artboard": {"bind": "part"}, "context": {"bind": "title"}"#,
      "“context” is bound to text, and needs an instance; bind it to a property of type “viewModel”"
    ),
    (
      #""type": "text", "color": {"bind": "amount"}"#,
      "“color” is bound to a number, and needs a colour; bind it to a property of type “color”"
    ),
    (
      #""type": "text", "text": {"bind": "side"}"#,
      "“text” is bound to a value of an enum, and needs text; add a converter of type “toString”"
    ),
    (
      #""type": "bar", "value": {"bind": "title", "converter": "text"}"#,
      "“value” receives text from its converter, and needs a number; add a converter of type “toNumber”"
    ),
    (
      #""type": "bar", "value": {"bind": "title", "mode": "toSource"}"#,
      "“title” receives a number from “value”, and needs text; add a converter of type “toString”"
    ),
  ])
  func `a bind of another type is a mistake`(component: String, message: String) {
    #expect(problem(component) == message)
  }

  @Test(arguments: [
    #""type": "text", "text": {"bind": "amount", "converter": "text"}"#,
    #""type": "text", "text": {"bind": "amount", "converter": ["twice", "slow", "text"]}"#,
    #""type": "text", "textAlignment": {"bind": "side"}"#, #""type": "text", "textAlignment": {"bind": "title"}"#,
    #""type": "list", "items": {"bind": "amount", "converter": "rows"}"#,
    #""type": "bar", "value": {"bind": "position"}"#,
    #""type": "bar", "computedWidth": {"bind": "amount"}"#,
    #""type": "values", "properties": {"shown": {"bind": "amount", "converter": "text"}}"#,
  ])
  func `a bind of the same type, or through a converter, is valid`(component: String) {
    #expect(problem(component) == "valid")
  }
}
