/// Reads one value of a scene file and reports what is wrong with it, with its place.
struct NodeReader: Sendable {
  let node: JSONNode
  /// The names and indices that lead here.
  let path: [String]

  init(_ node: JSONNode, path: [String] = []) {
    self.node = node
    self.path = path
  }

  func problem(_ message: String) -> FileProblem {
    FileProblem(message, at: node.offset, path: path)
  }

  private func expected(_ what: String) -> FileProblem {
    problem("expected \(what), found \(node.kind)")
  }

  // MARK: Values

  func string() throws(FileProblem) -> String {
    guard case .string(let text) = node.content else { throw expected("text") }
    return text
  }

  func number() throws(FileProblem) -> Double {
    guard case .number(let number) = node.content else { throw expected("a number") }
    return number
  }

  /// A whole number in a range.
  func integer(in range: ClosedRange<Int>) throws(FileProblem) -> Int {
    let number = try number()
    guard let integer = Int(exactly: number), range.contains(integer) else {
      throw problem("expected a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return integer
  }

  func boolean() throws(FileProblem) -> Bool {
    guard case .boolean(let value) = node.content else { throw expected("true or false") }
    return value
  }

  /// One of several words.
  func word<T: RawRepresentable & CaseIterable>(
    _ type: T.Type, except excluded: T? = nil
  ) throws(FileProblem) -> T where T.RawValue == String {
    let text = try string()
    guard let value = T(rawValue: text), text != excluded?.rawValue else {
      let known = T.allCases.map(\.rawValue).filter { $0 != excluded?.rawValue }
      throw problem(Self.unknown("value", text, among: known))
    }
    return value
  }

  /// The items of a list, each with its index in its path.
  func items() throws(FileProblem) -> [NodeReader] {
    guard case .array(let nodes) = node.content else { throw expected("a list") }
    return nodes.enumerated().map { NodeReader($1, path: path + ["\($0)"]) }
  }

  /// The items of a list of named objects, each with its name in its path.
  func namedItems() throws(FileProblem) -> [(name: String, reader: NodeReader)] {
    var found: [(name: String, reader: NodeReader)] = []
    var names: Set<String> = []
    for item in try items() {
      let named = try item.require("name")
      let name = try named.string()
      guard names.insert(name).inserted else { throw named.problem("there is already one with the name “\(name)”") }
      found.append((name, NodeReader(item.node, path: path + [name])))
    }
    return found
  }

  // MARK: Objects

  var isObject: Bool { if case .object = node.content { true } else { false } }
  var isNull: Bool { if case .null = node.content { true } else { false } }
  var isString: Bool { if case .string = node.content { true } else { false } }
  var isArray: Bool { if case .array = node.content { true } else { false } }

  /// The members of an object, each with its name in its path.
  func members() throws(FileProblem) -> [(key: String, keyOffset: Int, value: NodeReader)] {
    guard case .object(let members) = node.content else { throw expected("an object") }
    return members.map { ($0.key, $0.keyOffset, NodeReader($0.value, path: path + [$0.key])) }
  }

  /// Checks that this is an object without repeated members and without members other than these.
  ///
  /// A member that is `null` is a mistake, except among values.
  func allow(_ keys: Set<String>, allowsNull: Bool = false) throws(FileProblem) {
    var seen: Set<String> = []
    guard case .object(let members) = node.content else { throw expected("an object") }
    for member in members {
      guard keys.contains(member.key) else {
        throw FileProblem(
          Self.unknown("name", member.key, among: keys.sorted()), at: member.keyOffset, path: path)
      }
      guard seen.insert(member.key).inserted else {
        throw FileProblem("“\(member.key)” occurs twice", at: member.keyOffset, path: path)
      }
      if case .null = member.value.content, !allowsNull {
        throw FileProblem("expected a value, found null", at: member.value.offset, path: path + [member.key])
      }
    }
  }

  /// The member with a name; `nil` when it is missing or `null`.
  subscript(key: String) -> NodeReader? {
    guard case .object(let members) = node.content, let member = members.first(where: { $0.key == key }) else {
      return nil
    }
    if case .null = member.value.content { return nil }
    return NodeReader(member.value, path: path + [key])
  }

  func require(_ key: String) throws(FileProblem) -> NodeReader {
    guard case .object = node.content else { throw expected("an object") }
    guard let value = self[key] else { throw problem("“\(key)” is missing") }
    return value
  }

  static func unknown(_ what: String, _ wrong: String, among names: some Sequence<String>) -> String {
    "unknown \(what) “\(wrong)”\(Suggestion.text(for: wrong, among: names))"
  }
}
