@testable import Scenes

/// The published JSON Schema of the file format, made from the tables of the module.
@MainActor
enum SceneSchema {
  /// A JSON value that keeps the order of its names.
  indirect enum Node {
    case text(String)
    case flag(Bool)
    case number(Int)
    case list([Node])
    case object([(String, Node)])

    /// The text, with two spaces for each level; short values are in one line.
    func text(_ indent: String = "") -> String {
      let inner = indent + "  "
      switch self {
      case .text(let text): return "\"\(text)\""
      case .flag(let flag): return "\(flag)"
      case .number(let number): return "\(number)"
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

  static func type(_ name: String) -> Node { .object([("type", .text(name))]) }
  static func reference(_ name: String) -> Node { .object([("$ref", .text("#/$defs/\(name)"))]) }
  static func array(_ items: Node, atLeast least: Int? = nil, atMost most: Int? = nil) -> Node {
    var members: [(String, Node)] = [("type", .text("array")), ("items", items)]
    if let least { members.append(("minItems", .number(least))) }
    if let most { members.append(("maxItems", .number(most))) }
    return .object(members)
  }
  /// A list with a fixed number of items.
  static func array(_ items: Node, of count: Int) -> Node { array(items, atLeast: count, atMost: count) }
  static func number(_ type: String = "number", _ limits: (String, Int)...) -> Node {
    .object([("type", .text(type))] + limits.map { ($0, .number($1)) })
  }
  /// Text, except for some words.
  static func text(except excluded: [String]) -> Node {
    .object([("type", .text("string")), ("not", words(excluded))])
  }
  static func words(_ values: [String]) -> Node { .object([("enum", .list(values.map { .text($0) }))]) }
  static func any(_ nodes: [Node]) -> Node { .object([("anyOf", .list(nodes))]) }

  static func object(_ members: [(String, Node)], required: [String] = []) -> Node {
    var content: [(String, Node)] = [("type", .text("object")), ("properties", .object(members))]
    if !required.isEmpty { content.append(("required", .list(required.map { .text($0) }))) }
    content.append(("additionalProperties", .flag(false)))
    return .object(content)
  }

  static func named(_ members: [(String, Node)], required: [String] = []) -> Node {
    array(object([("name", type("string"))] + members, required: ["name"] + required))
  }

  /// An object with any names.
  static func mapping(_ values: Node) -> Node {
    .object([("type", .text("object")), ("additionalProperties", values)])
  }

  static func pattern(_ pattern: String) -> Node {
    .object([("type", .text("string")), ("pattern", .text(pattern.replacing("\\", with: "\\\\")))])
  }

  // MARK: Components

  /// The names that a component of a kind can have in a file, with their values.
  static func members(of kind: ElementKind) -> [(String, Node)] {
    var members: [(String, Node)] = []
    for (slot, initial) in kind.slots where slot != .widthMode && slot != .heightMode {
      switch slot {
      case .width, .height: members.append((slot.name, reference("size")))
      case let slot where slot.isComputed: members.append((slot.name, reference("computedBind")))
      default: members.append((slot.name, any([value(like: initial), reference("bind")])))
      }
    }
    if kind.shape.number(of: .paddingTop) != nil {
      members.append(("padding", any([type("number"), array(type("number"), of: 2), array(type("number"), of: 4)])))
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
    guard kind == .artboard else { return component(kind, []) }
    // Only a stateful artboard has inputs and outputs.
    return any([
      component(kind, [("stateful", type("boolean"))]),
      component(
        kind,
        [
          ("stateful", .object([("const", .flag(true))])), ("inputs", mapping(any([literal, type("null")]))),
          ("outputs", mapping(reference("source"))),
        ], required: ["stateful"]),
    ])
  }

  private static func component(_ kind: ElementKind, _ more: [(String, Node)], required: [String] = []) -> Node {
    var own: [(String, Node)] = [
      ("type", words([kind.rawValue])), ("name", type("string")), ("focusable", type("boolean")),
    ]
    if kind.allowsChildren {
      own.append(("children", array(reference(kind == .text ? "run" : "component"))))
    }
    switch kind {
    case .text: own.append(("runs", array(reference("run"))))
    case .list: own.append(("map", mapping(type("string"))))
    case .artboard: own.append(("stateMachine", type("string")))
    case .values:
      let binds = array(reference("bind"), atLeast: 1)
      let value = any([type("number"), type("boolean"), type("string"), reference("bind"), binds])
      let names = Node.object([("not", words(kind.shape.slotNames))])
      own.append(
        (
          "properties",
          .object([("type", .text("object")), ("propertyNames", names), ("additionalProperties", value)])
        ))
    default: break
    }
    return object(own + more + members(of: kind), required: kind == .run ? [] : ["type"] + required)
  }

  // MARK: The whole file

  /// Checks files against the schema.
  static let validator = Result { try SchemaValidator(text) }

  static let text = makeText()

  private static func makeText() -> String {
    let instances = named([("export", type("boolean")), ("values", reference("instanceValues"))])
    let viewModels = named([
      ("global", type("boolean")), ("properties", array(reference("property"))), ("instances", instances),
    ])
    let images = array(
      any(
        [
          [], [("path", type("string"))],
          [("data", pattern("^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"))],
          [
            ("width", number("integer", ("minimum", 1), ("maximum", 1_024))),
            ("pixels", array(reference("color"))),
          ],
        ].map { (members: [(String, Node)]) in
          object([("name", type("string"))] + members, required: ["name"] + members.map(\.0))
        }))
    let enumValue = object([("key", type("string")), ("value", type("string"))], required: ["key", "value"])
    let enums = named([("values", array(any([type("string"), enumValue])))], required: ["values"])
    let root: Node = .object([
      ("$schema", .text("https://json-schema.org/draft/2020-12/schema")), ("title", .text("A scene")),
      ("type", .text("object")),
      (
        "properties",
        .object([
          ("$schema", type("string")), ("enums", enums), ("viewModels", viewModels), ("images", images),
          ("converters", array(reference("converter"))), ("artboards", artboards),
        ])
      ), ("additionalProperties", .flag(false)),
      (
        "$defs",
        .object(
          definitions + machineDefinitions + converterDefinitions
            + ElementKind.allCases.map { ($0.rawValue, component($0)) })
      ),
    ])
    return root.text() + "\n"
  }

  /// The texts that have a percentage, as a regular expression.
  static let percentage = "[0-9]+[.]?[0-9]*%"

  private static var definitions: [(String, Node)] {
    [
      (
        "color",
        any([
          words(Color.Role.allCases.map(\.rawValue) + ["none"]), pattern("^#([0-9a-fA-F]{6}|[0-9a-fA-F]{8})$"),
        ])
      ),
      ("size", any([type("number"), pattern("^(fit|fill|\(percentage))$"), reference("bind")])),
      (
        "bind",
        object(
          [
            ("bind", type("string")), ("mode", words(BindDefinition.Mode.allCases.map(\.rawValue))),
            ("prefer", words(BindDefinition.Preference.allCases.map(\.rawValue))),
            ("converter", reference("converterNames")),
          ], required: ["bind"])
      ),
      ("converterNames", any([type("string"), array(reference("converterNames"))])),
      ("component", any(ElementKind.allCases.filter { $0 != .run }.map { reference($0.rawValue) })),
      (
        "computedBind",
        object(
          [
            ("bind", type("string")), ("mode", words([BindDefinition.Mode.toSource.rawValue])),
            ("prefer", words(BindDefinition.Preference.allCases.map(\.rawValue))),
            ("converter", reference("converterNames")),
          ], required: ["bind"])
      ),
      ("property", property),
      ("instanceValues", mapping(reference("value"))),
      (
        "value",
        any([
          type("string"), type("number"), type("boolean"), type("null"), array(reference("item")),
          reference("instanceValues"),
        ])
      ),
      (
        "item",
        any(
          ["instance", "values"].map { name in
            object(
              [("viewModel", type("string")), (name, any([type("string"), reference("instanceValues")]))],
              required: ["viewModel", name])
          })
      ),
    ]
  }

  private static var property: Node {
    let types = ViewModelReader.types.keys.sorted()
    // The types that refer to another part of the file.
    let referring = ["enum", "viewModel"]
    return any(
      ([types.filter { !referring.contains($0) }] + referring.map { [$0] }).map { (types: [String]) in
        object(
          [
            ("name", pattern("^[^/:]+$")), ("type", words(types)), ("enum", type("string")),
            ("viewModel", type("string")), ("displayName", type("string")),
            ("use", words(PropertyUse.allCases.map(\.rawValue))),
          ], required: ["name", "type"] + types.filter(referring.contains))
      })
  }

  private static var artboards: Node {
    named(
      [
        ("viewModel", type("string")), ("children", array(reference("component"))),
        ("animations", array(reference("animation"))), ("stateMachines", array(reference("stateMachine"))),
        ("defaultStateMachine", type("string")),
      ] + members(of: .stack))
  }
}
