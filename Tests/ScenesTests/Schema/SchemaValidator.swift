@testable import Scenes

/// Checks JSON against a JSON Schema, as far as the schema of scene files uses the language.
final class SchemaValidator {
  private let root: JSONNode
  private var expressions: [String: Regex<AnyRegexOutput>] = [:]

  init(_ schema: String) throws {
    root = try JSONParser.parse(Array(schema.utf8))
  }

  /// The place of the first value that the schema does not allow; `nil` for a valid text.
  func problem(of text: [UInt8]) throws -> String? { problem(try JSONParser.parse(text), root, "") }

  private func problem(_ value: JSONNode, _ schema: JSONNode, _ path: String) -> String? {
    for (keyword, rule) in schema.members {
      let found: String? =
        switch keyword {
        case "$ref": problem(value, definition(rule.string), path)
        case "anyOf": anyOf(value, rule.items, path)
        case "enum": rule.items.contains { $0.string == value.string && !value.isOther } ? nil : path
        case "type": isType(rule.string, value) ? nil : "\(path): not of type \(rule.string)"
        case "pattern": matches(rule.string, value.string) ? nil : path
        case "required":
          rule.items.first { value[$0.string] == nil }.map { "\(path): “\($0.string)” is missing" }
        case "items":
          value.items.enumerated().lazy.compactMap { self.problem($1, rule, "\(path)/\($0)") }.first
        case "properties":
          value.members.lazy.compactMap { name, member in
            rule[name].flatMap { self.problem(member, $0, "\(path)/\(name)") }
          }.first
        case "additionalProperties":
          value.members.lazy.compactMap { name, member -> String? in
            guard schema["properties"]?[name] == nil else { return nil }
            return rule.isFalse ? "\(path)/\(name)" : self.problem(member, rule, "\(path)/\(name)")
          }.first
        case "minItems": value.items.count < rule.whole ? path : nil
        case "maxItems": value.items.count > rule.whole ? path : nil
        case "minimum": value.number < Double(rule.whole) ? path : nil
        case "exclusiveMinimum": value.number <= Double(rule.whole) ? path : nil
        case "maximum": value.number > Double(rule.whole) ? path : nil
        case "const": value.isTrue == rule.isTrue ? nil : path
        case "propertyNames":
          value.members.lazy.compactMap { name, _ in
            self.problem(JSONNode(content: .string(name), offset: 0), rule, "\(path)/\(name)")
          }.first
        case "not": problem(value, rule, path) == nil ? path : nil
        default: nil
        }
      if let found { return found }
    }
    return nil
  }

  private func definition(_ reference: String) -> JSONNode {
    let name = reference.split(separator: "/").last.map(String.init) ?? ""
    return root["$defs"]?[name] ?? JSONNode(content: .null, offset: 0)
  }

  /// The problem of the alternative that goes on furthest.
  private func anyOf(_ value: JSONNode, _ schemas: [JSONNode], _ path: String) -> String? {
    var deepest = path
    for schema in schemas {
      guard let found = problem(value, schema, path) else { return nil }
      if found.count(where: { $0 == "/" }) > deepest.count(where: { $0 == "/" }) { deepest = found }
    }
    return deepest.isEmpty ? "/" : deepest
  }

  private func isType(_ type: String, _ value: JSONNode) -> Bool {
    switch (type, value.content) {
    case ("string", .string), ("number", .number), ("boolean", .boolean), ("array", .array), ("object", .object),
      ("null", .null):
      true
    case ("integer", .number(let number)): Int(exactly: number) != nil
    default: false
    }
  }

  private func matches(_ pattern: String, _ text: String) -> Bool {
    if expressions[pattern] == nil { expressions[pattern] = try? Regex(pattern) }
    return (try? expressions[pattern]?.wholeMatch(in: text)) != nil
  }
}

extension JSONNode {
  fileprivate var members: [(key: String, value: JSONNode)] {
    if case .object(let members) = content { members.map { ($0.key, $0.value) } } else { [] }
  }
  fileprivate var items: [JSONNode] { if case .array(let items) = content { items } else { [] } }
  fileprivate var string: String { if case .string(let text) = content { text } else { "" } }
  /// Whether it is not a text.
  fileprivate var isOther: Bool { if case .string = content { false } else { true } }
  fileprivate var number: Double { if case .number(let number) = content { number } else { 0 } }
  fileprivate var whole: Int { Int(number) }
  fileprivate var isTrue: Bool { if case .boolean(true) = content { true } else { false } }
  fileprivate var isFalse: Bool { if case .boolean(false) = content { true } else { false } }

  fileprivate subscript(key: String) -> JSONNode? { members.first { $0.key == key }?.value }
}
