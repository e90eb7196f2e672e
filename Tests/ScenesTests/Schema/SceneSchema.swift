@testable import Scenes

/// The published JSON Schema of the file format, made from the tables of the module.
@MainActor
enum SceneSchema {
  /// A JSON value that keeps the order of its names.
  indirect enum Node {
    case text(String)
    case flag(Bool)
    case list([Node])
    case object([(String, Node)])

    /// The text, with two spaces for each level; short values are in one line.
    func text(_ indent: String = "") -> String {
      let inner = indent + "  "
      switch self {
      case .text(let text): return "\"\(text)\""
      case .flag(let flag): return "\(flag)"
      case .list(let items):
        let line = "[\(items.map { $0.text() }.joined(separator: ", "))]"
        if !line.contains("\n"), line.count + indent.count < 110 { return line }
        return "[\n" + items.map { inner + $0.text(inner) }.joined(separator: ",\n") + "\n\(indent)]"
      case .object(let members):
        let line = "{\(members.map { "\"\($0.0)\": \($0.1.text())" }.joined(separator: ", "))}"
        if !line.contains("\n"), line.count + indent.count < 110 { return line }
        return "{\n" + members.map { "\(inner)\"\($0.0)\": \($0.1.text(inner))" }.joined(separator: ",\n")
          + "\n\(indent)}"
      }
    }
  }

  private static func type(_ name: String) -> Node { .object([("type", .text(name))]) }
  private static func reference(_ name: String) -> Node { .object([("$ref", .text("#/$defs/\(name)"))]) }
  private static func array(_ items: Node) -> Node { .object([("type", .text("array")), ("items", items)]) }
  private static func words(_ values: [String]) -> Node { .object([("enum", .list(values.map { .text($0) }))]) }
  private static func any(_ nodes: [Node]) -> Node { .object([("anyOf", .list(nodes))]) }

  private static func object(_ members: [(String, Node)], required: [String] = []) -> Node {
    var content: [(String, Node)] = [("type", .text("object")), ("properties", .object(members))]
    if !required.isEmpty { content.append(("required", .list(required.map { .text($0) }))) }
    content.append(("additionalProperties", .flag(false)))
    return .object(content)
  }

  private static func named(_ members: [(String, Node)], required: [String] = []) -> Node {
    array(object([("name", type("string"))] + members, required: ["name"] + required))
  }

  // MARK: Components

  /// The names that a component of a kind can have in a file, with their values.
  static func members(of kind: ElementKind) -> [(String, Node)] {
    var members: [(String, Node)] = []
    for (slot, initial) in kind.slots where slot != .widthMode && slot != .heightMode {
      switch slot {
      case .width, .height: members.append((slot.name, reference("size")))
      default: members.append((slot.name, any([value(like: initial), reference("bind")])))
      }
    }
    if kind.shape.number(of: .paddingTop) != nil {
      members.append(("padding", any([type("number"), array(type("number"))])))
    }
    return members
  }

  private static func value(like initial: Value) -> Node {
    switch initial {
    case .number: type("number")
    case .boolean: type("boolean")
    case .color: reference("color")
    case .option(let type, _): words(type.values)
    case .none, .instance, .list: .object([("not", .object([]))])
    default: type("string")
    }
  }

  private static func component(_ kind: ElementKind) -> Node {
    var own: [(String, Node)] = [
      ("type", words([kind.rawValue])), ("name", type("string")), ("focusable", type("boolean")),
    ]
    if kind.allowsChildren { own.append(("children", array(reference("component")))) }
    switch kind {
    case .text: own.append(("runs", array(reference("run"))))
    case .list: own.append(("map", .object([("type", .text("object"))])))
    case .artboard: own += [("stateMachine", type("string")), ("stateful", type("boolean"))]
    case .values: own.append(("properties", .object([("type", .text("object"))])))
    default: break
    }
    return object(own + members(of: kind), required: kind == .run ? [] : ["type"])
  }

  // MARK: The whole file

  static var text: String {
    let definitions: [(String, Node)] = [
      ("color", any([words(Color.Role.allCases.map(\.rawValue) + ["none"]), type("string")])),
      ("size", any([type("number"), type("string"), reference("bind")])),
      (
        "bind",
        object(
          [
            ("bind", type("string")), ("mode", words(BindDefinition.Mode.allCases.map(\.rawValue))),
            ("prefer", words(BindDefinition.Preference.allCases.map(\.rawValue))),
            ("converter", any([type("string"), array(type("string"))])),
          ], required: ["bind"])
      ),
      ("component", any(ElementKind.allCases.filter { $0 != .run }.map { reference($0.rawValue) })),
      ("easing", any([words(EasingCurve.named.keys.sorted()), .object([("type", .text("object"))])])),
      ("actions", array(.object([("type", .text("object"))]))),
      (
        "property",
        object(
          [
            ("name", type("string")),
            ("type", words(ViewModelReader.types.keys.sorted())), ("enum", type("string")),
            ("viewModel", type("string")),
          ], required: ["name", "type"])
      ),
    ]
    let instances = named([("values", .object([("type", .text("object"))]))])
    let viewModels = named([
      ("global", type("boolean")), ("properties", array(reference("property"))), ("instances", instances),
    ])
    let root: Node = .object([
      ("$schema", .text("https://json-schema.org/draft/2020-12/schema")), ("title", .text("A scene")),
      ("type", .text("object")),
      (
        "properties",
        .object([
          ("$schema", type("string")),
          ("enums", named([("values", array(type("string")))], required: ["values"])), ("viewModels", viewModels),
          ("images", named([("width", type("integer")), ("pixels", array(reference("color")))])),
          ("converters", array(converter)), ("artboards", artboards),
        ])
      ), ("additionalProperties", .flag(false)),
      ("$defs", .object(definitions + ElementKind.allCases.map { ($0.rawValue, component($0)) })),
    ])
    return root.text() + "\n"
  }

  private static var converter: Node {
    .object([
      ("type", .text("object")),
      ("properties", .object([("name", type("string")), ("type", words(ConverterReader.types))])),
      ("required", .list([.text("name"), .text("type")])),
    ])
  }

  private static var artboards: Node {
    let track = object(
      [
        ("target", type("string")), ("property", type("string")),
        (
          "keys",
          array(object([("frame", type("number")), ("value", .object([])), ("easing", reference("easing"))]))
        ),
      ], required: ["target", "property", "keys"])
    let animations = named(
      [
        ("fps", type("integer")), ("duration", type("number")), ("speed", type("number")),
        ("loop", words(AnimationDefinition.Loop.allCases.map(\.rawValue))), ("workArea", array(type("number"))),
        ("tracks", array(track)), ("callbacks", reference("actions")),
      ], required: ["duration"])
    let object = Node.object([("type", .text("object"))])
    let machines = named([
      ("layers", named([("states", array(object)), ("transitions", array(object))])), ("listeners", array(object)),
    ])
    return named(
      [
        ("viewModel", type("string")), ("children", array(reference("component"))), ("animations", animations),
        ("stateMachines", machines), ("defaultStateMachine", type("string")),
      ] + members(of: .stack))
  }
}
