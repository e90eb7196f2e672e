import Scenes
import Testing

/// What a file declares otherwise than a program sets it.
@MainActor
@Suite struct MismatchTests {
  private func mismatch(_ properties: String, _ more: String = "") throws -> String? {
    let file = try SceneFixtures.file(
      """
      {"viewModels": [{"name": "Person", "properties": [\(properties)]}],
       "artboards": [{"name": "A", "viewModel": "Person"\(more)}]}
      """)
    return file.mismatch(of: "Person", with: ["name": .string, "known": .boolean])
  }

  @Test(arguments: [
    (#"{"name": "nmae", "type": "string"}"#, "“nmae” of Person is never set; did you mean “name”?"),
    (#"{"name": "fullName", "type": "string"}"#, "“fullName” of Person is never set; did you mean “name”?"),
    (
      #"{"name": "name", "type": "number"}"#,
      "“name” of Person has the type “number”, and is set to a value of type “string”"
    ),
  ])
  func `a similar name and another type are reported`(property: String, message: String) throws {
    #expect(try mismatch(property) == message)
  }

  @Test(arguments: [
    #"{"name": "name", "type": "string"}"#, #"{"name": "zoom", "type": "number"}"#,
    #"{"name": "name", "type": "string"}, {"name": "names", "type": "list"}"#, "",
  ])
  func `other properties are the file's own`(property: String) throws {
    #expect(try mismatch(property) == nil)
  }

  @Test(arguments: [
    #", "children": [{"type": "bar", "value": {"bind": "naem", "mode": "toSource"}}]"#,
    #", "stateMachines": [{"name": "m", "listeners": [{"on": "click", "actions": [{"set": "naem", "value": 1}]}]}]"#,
  ])
  func `what the file sets is its own, whatever its name`(more: String) throws {
    #expect(try mismatch(#"{"name": "naem", "type": "number"}"#, more) == nil)
    #expect(try mismatch(#"{"name": "naem", "type": "number"}"#) != nil)
  }
}
