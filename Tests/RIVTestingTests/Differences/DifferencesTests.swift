import RIVTesting
import Testing

@Suite struct DifferencesTests {
  struct Person: Equatable {
    var name = "Ada"
    var emails: [String] = []
    var home: Address?
    var tags: Set<String> = []
    var notes: [String: Int] = [:]
  }

  struct Address: Equatable { var city = "London" }

  enum Screen: Equatable {
    case list(Person)
    case detail(id: Int, title: String)
    case empty
  }

  @Test func `equal values have no differences`() {
    #expect(differences(expected: Person(), seen: Person()).isEmpty)
  }

  @Test func `fields are named by their path from the state`() {
    let expected = Person(name: "Ada", emails: ["a", "b"], home: Address())
    let seen = Person(name: "Bob", emails: ["a", "c"], home: Address(city: "Paris"))
    #expect(
      differences(expected: expected, seen: seen).map(\.description) == [
        #"name: expected "Ada", seen "Bob""#,
        #"emails[1]: expected "b", seen "c""#,
        #"home.city: expected "London", seen "Paris""#,
      ])
  }

  @Test func `an inserted or removed element is one difference`() {
    #expect(
      differences(expected: [1, 2, 3], seen: [1, 9, 2, 3]).map(\.description) == ["[1]: expected nothing, seen 9"])
    #expect(differences(expected: [1, 2, 3], seen: [2, 3]).map(\.description) == ["[0]: expected 1, seen nothing"])
    #expect(differences(expected: [1], seen: [1, 1]).map(\.description) == ["[1]: expected nothing, seen 1"])
    #expect(differences(expected: [Int](), seen: [1]).map(\.description) == ["[0]: expected nothing, seen 1"])
  }

  @Test func `sets and dictionaries are compared by members and keys`() {
    let expected = Person(tags: ["a", "b"], notes: ["x": 1, "y": 2])
    let seen = Person(tags: ["b", "c"], notes: ["x": 3, "z": 2])
    #expect(
      differences(expected: expected, seen: seen).map(\.description) == [
        #"tags: expected "a", seen nothing"#,
        #"tags: expected nothing, seen "c""#,
        #"notes["x"]: expected 1, seen 3"#,
        #"notes["y"]: expected 2, seen nothing"#,
        #"notes["z"]: expected nothing, seen 2"#,
      ])
  }

  @Test func `cases are compared by their associated values`() {
    #expect(
      differences(expected: Screen.list(Person()), seen: .list(Person(name: "Bob"))).map(\.path) == ["list.name"])
    #expect(
      differences(expected: Screen.detail(id: 1, title: "a"), seen: .detail(id: 2, title: "a")).map(\.path)
        == ["detail.id"])
    #expect(
      differences(expected: Screen.empty, seen: .detail(id: 2, title: "a")) == [
        FieldDifference(path: "", expected: "empty", seen: "detail(id: 2, title: \"a\")")
      ])
  }

  @Test func `a value with an empty mirror is shown as a whole`() {
    struct Hidden: Equatable, CustomReflectable, CustomStringConvertible {
      let number: Int
      var customMirror: Mirror { Mirror(self, children: []) }
      var description: String { "hidden \(number)" }
    }
    #expect(
      differences(expected: Hidden(number: 1), seen: Hidden(number: 2)).map(\.description) == [
        "state: expected hidden 1, seen hidden 2"
      ])
  }

  @Test func `values without names are named by their places`() {
    enum Shape: Equatable { case box(Int, String) }
    #expect(
      differences(expected: Shape.box(1, "a"), seen: .box(1, "b")).map(\.description)
        == [#"box.1: expected "a", seen "b""#])
  }

  @Test func `values that differ in nothing that they show are reported whole`() {
    struct Secret: Equatable, CustomReflectable, CustomStringConvertible {
      var number = 1
      var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
      var description: String { "secret" }
    }
    struct Box: Equatable { var secret = Secret() }
    #expect(
      differences(expected: Box(), seen: Box(secret: Secret(number: 2))).map(\.description)
        == ["secret: expected secret, seen secret"])
  }
}
