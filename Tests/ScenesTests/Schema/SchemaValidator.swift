@testable import Scenes

/// Checks JSON against a JSON Schema, as far as the schema of scene files uses the language.
final class SchemaValidator {
  private let root: Schema
  private var definitions: [String: Schema] = [:]

  init(_ schema: String) throws {
    let node = try JSONParser.parse(Array(schema.utf8))
    root = Schema(node)
    for (name, definition) in node["$defs"]?.members ?? [] { definitions[name] = Schema(definition) }
  }

  /// The place of the first value that the schema does not allow; `nil` for a valid text.
  func problem(of text: [UInt8]) throws -> String? { problem(try JSONParser.parse(text), root, "") }

  private func problem(_ value: JSONNode, _ schema: Schema, _ path: String) -> String? {
    for rule in schema.rules {
      if let found = problem(value, rule, path) { return found }
    }
    return nil
  }

  private func problem(_ value: JSONNode, _ rule: Schema.Rule, _ path: String) -> String? {
    switch rule {
    case .reference(let name): return definitions[name].flatMap { problem(value, $0, path) }
    case .anyOf(let schemas): return anyOf(value, schemas, path)
    case .texts(let texts):
      if case .string(let text) = value.content, texts.contains(text) { return nil }
      return path
    case .type(let type): return isType(type, value) ? nil : "\(path): not of type \(type)"
    case .pattern(let pattern): return (try? pattern.wholeMatch(in: value.string)) != nil ? nil : path
    case .required(let names):
      return names.first { value[$0] == nil }.map { "\(path): “\($0)” is missing" }
    case .items(let schema):
      for (index, item) in value.items.enumerated() {
        if let found = problem(item, schema, "\(path)/\(index)") { return found }
      }
    case .members(let schemas, let others):
      guard case .object(let members) = value.content else { return nil }
      for member in members {
        guard let schema = schemas[member.key] ?? others else { continue }
        if let found = problem(member.value, schema, "\(path)/\(member.key)") { return found }
      }
    case .names(let schema):
      guard case .object(let members) = value.content else { return nil }
      for member in members {
        let name = JSONNode(content: .string(member.key), offset: 0)
        if let found = problem(name, schema, "\(path)/\(member.key)") { return found }
      }
    case .nothing: return path
    case .not(let schema): return problem(value, schema, path) == nil ? path : nil
    case .count(let range): return range.contains(value.items.count) ? nil : path
    case .least(let limit): return value.number < limit ? path : nil
    case .above(let limit): return value.number <= limit ? path : nil
    case .most(let limit): return value.number > limit ? path : nil
    case .constant(let flag): return value.isTrue == flag ? nil : path
    }
    return nil
  }

  /// The problem of the alternative that goes on furthest.
  private func anyOf(_ value: JSONNode, _ schemas: [Schema], _ path: String) -> String? {
    func depth(_ path: String) -> Int { path.utf8.count { $0 == UInt8(ascii: "/") } }
    var deepest = path
    for schema in schemas {
      guard let found = problem(value, schema, path) else { return nil }
      if depth(found) > depth(deepest) { deepest = found }
    }
    return deepest.isEmpty ? "/" : deepest
  }

  private func isType(_ type: String, _ value: JSONNode) -> Bool {
    switch value.content {
    case .string: type == "string"
    case .boolean: type == "boolean"
    case .array: type == "array"
    case .object: type == "object"
    case .null: type == "null"
    case .number(let number): type == "number" || type == "integer" && Int(exactly: number) != nil
    }
  }
}

/// A schema whose keywords are read once.
private final class Schema {
  enum Rule {
    case reference(String), anyOf([Schema]), texts(Set<String>), type(String), pattern(Regex<AnyRegexOutput>)
    case required([String]), items(Schema)
    /// The schemas of members by their names, and that of all others.
    case members([String: Schema], others: Schema?)
    case names(Schema), nothing, not(Schema), count(ClosedRange<Int>)
    case least(Double), above(Double), most(Double), constant(Bool)
  }

  let rules: [Rule]

  init(_ node: JSONNode) {
    if case .boolean(false) = node.content {
      rules = [.nothing]
    } else {
      rules = node.members.compactMap { Self.rule($0.key, $0.value, in: node) }
    }
  }

  private static func rule(_ keyword: String, _ value: JSONNode, in node: JSONNode) -> Rule? {
    switch keyword {
    case "$ref": .reference(value.string.split(separator: "/").last.map(String.init) ?? "")
    case "anyOf": .anyOf(value.items.map { Schema($0) })
    case "enum": .texts(Set(value.items.map(\.string)))
    case "type": .type(value.string)
    case "pattern": (try? Regex(value.string)).map { .pattern($0) }
    case "required": .required(value.items.map(\.string))
    case "items": .items(Schema(value))
    case "properties": .members(schemas(value), others: node["additionalProperties"].map { Schema($0) })
    case "additionalProperties": node["properties"] == nil ? .members([:], others: Schema(value)) : nil
    case "propertyNames": .names(Schema(value))
    case "not": .not(Schema(value))
    case "minItems": .count(Int(value.number)...Int.max)
    case "maxItems": .count(0...Int(value.number))
    case "minimum": .least(value.number)
    case "exclusiveMinimum": .above(value.number)
    case "maximum": .most(value.number)
    case "const": .constant(value.isTrue)
    default: nil
    }
  }

  private static func schemas(_ node: JSONNode) -> [String: Schema] {
    Dictionary(node.members.map { ($0.key, Schema($0.value)) }) { first, _ in first }
  }
}

extension JSONNode {
  fileprivate var members: [(key: String, value: JSONNode)] {
    if case .object(let members) = content { members.map { ($0.key, $0.value) } } else { [] }
  }
  fileprivate var items: [JSONNode] { if case .array(let items) = content { items } else { [] } }
  fileprivate var string: String { if case .string(let text) = content { text } else { "" } }
  fileprivate var number: Double { if case .number(let number) = content { number } else { 0 } }
  fileprivate var isTrue: Bool { if case .boolean(true) = content { true } else { false } }

  fileprivate subscript(key: String) -> JSONNode? {
    if case .object(let members) = content { members.first { $0.key == key }?.value } else { nil }
  }
}
