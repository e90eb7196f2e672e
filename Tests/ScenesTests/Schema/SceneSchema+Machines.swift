@testable import Scenes

// Timelines, state machines and converters in the schema.
extension SceneSchema {
  private static var bound: Node { object([("bind", type("string"))], required: ["bind"]) }
  private static var parameter: Node { any([type("number"), reference("source")]) }
  static var literal: Node {
    any([type("string"), type("number"), type("boolean"), array(reference("item")), reference("source")])
  }

  /// What one action can be: the member that names it, and the other members.
  private static var actions: [[(String, Node)]] {
    [
      [("set", type("string")), ("value", literal)], [("fire", type("string"))], [("report", type("string"))],
      [("focus", type("string"))], [("align", type("string"))],
    ]
  }

  static var machineDefinitions: [(String, Node)] {
    [
      ("source", bound), ("easing", any([words(EasingCurve.named.keys.sorted()), cubic, elastic])),
      ("action", any(actions.map { object($0, required: $0.map(\.0)) })),
      (
        "callback",
        any(actions.map { object([("frame", type("number"))] + $0, required: ["frame"] + $0.map(\.0)) })
      ), ("actions", array(reference("action"))), ("animation", animation),
      ("stateMachine", machine), ("layer", layer), ("state", state), ("transition", transition),
      ("time", any([type("number"), pattern("^\(percentage)$"), reference("source")])),
      ("condition", condition), ("listener", listener),
    ]
  }

  private static var cubic: Node { object([("cubic", array(type("number"), of: 4))], required: ["cubic"]) }
  private static var elastic: Node {
    let curve = object([
      ("end", words(EasingCurve.ElasticEnd.allCases.map(\.rawValue))), ("amplitude", type("number")),
      ("period", number("number", ("exclusiveMinimum", 0))),
    ])
    return object([("elastic", curve)], required: ["elastic"])
  }

  private static var animation: Node {
    let key = object(
      [
        ("frame", type("number")), ("value", any([type("string"), type("number"), type("boolean")])),
        ("easing", reference("easing")),
      ], required: ["frame", "value"])
    let track = object(
      [("target", type("string")), ("property", type("string")), ("keys", array(key, atLeast: 1))],
      required: ["target", "property", "keys"])
    return object(
      [
        ("name", type("string")), ("fps", number("integer", ("minimum", 1), ("maximum", 1_000))),
        ("duration", number("number", ("exclusiveMinimum", 0), ("maximum", 1_000_000))), ("speed", type("number")),
        ("loop", words(AnimationDefinition.Loop.allCases.map(\.rawValue))),
        ("workArea", array(number("number", ("minimum", 0)), of: 2)),
        ("tracks", array(track)), ("callbacks", array(reference("callback"))),
      ], required: ["name", "duration"])
  }

  private static var machine: Node {
    object(
      [("name", type("string")), ("layers", array(reference("layer"))), ("listeners", array(reference("listener")))],
      required: ["name"])
  }

  private static var layer: Node {
    object(
      [
        ("name", type("string")), ("states", array(reference("state"))),
        ("transitions", array(reference("transition"))),
      ],
      required: ["name"])
  }

  private static var state: Node {
    let blended = object([("animation", type("string")), ("value", type("number"))], required: ["animation", "value"])
    let weighted = object([("animation", type("string")), ("weight", parameter)], required: ["animation", "weight"])
    let blend = object([("by", parameter), ("animations", array(blended))], required: ["by", "animations"])
    let others: [(String, Node)] = [
      ("name", text(except: ["entry", "exit", "any"])), ("onStart", reference("actions")),
      ("onEnd", reference("actions")),
      ("randomExit", type("boolean")),
    ]
    let animation: [(String, Node)] = [("animation", type("string")), ("speed", type("number"))]
    return any([
      object(others, required: ["name"]), object(others + animation, required: ["name", "animation"]),
      object(others + [("blend", blend)], required: ["name", "blend"]),
      object(others + [("additive", array(weighted))], required: ["name", "additive"]),
    ])
  }

  private static var transition: Node {
    object(
      [
        ("from", text(except: ["exit"])), ("to", text(except: ["entry", "any"])), ("duration", reference("time")),
        ("exitTime", reference("time")), ("pauseOnExit", type("boolean")), ("earlyExit", type("boolean")),
        ("easing", reference("easing")), ("weight", type("number")), ("disabled", type("boolean")),
        ("conditions", array(reference("condition"))), ("onStart", reference("actions")),
        ("onEnd", reference("actions")),
      ], required: ["from", "to"])
  }

  private static var condition: Node {
    let comparisons = ConditionDefinition.Comparison.allCases.map(\.rawValue)
    let others = words(comparisons.filter { $0 != ConditionDefinition.Comparison.changed.rawValue })
    return any([
      object([("path", type("string")), ("op", words(comparisons)), ("value", literal)], required: ["path"]),
      object(
        [("artboard", words(["width", "height"])), ("op", others), ("value", literal)],
        required: ["artboard", "value"]),
      object([("focus", type("string")), ("op", others), ("value", literal)], required: ["focus"]),
    ])
  }

  private static var listener: Node {
    let keys = "^" + KeyName.modifiers.map { "(\($0))?" }.joined() + "(.|\(KeyName.named.joined(separator: "|")))$"
    let values: [String: Node] = [
      "target": type("string"), "event": type("string"), "key": pattern(keys), "path": type("string"),
    ]
    // Listeners with the same members are one alternative.
    let kinds = Dictionary(grouping: ListenerDefinition.Kind.allCases, by: \.members)
    let alternatives = kinds.sorted { $0.value[0].rawValue < $1.value[0].rawValue }
    return any(
      alternatives.map { (members: [String], kinds: [ListenerDefinition.Kind]) -> Node in
        let own: [(String, Node)] = members.map { ($0, values[$0] ?? type("string")) }
        let all: [(String, Node)] = [("on", words(kinds.map(\.rawValue)))] + own + [("actions", reference("actions"))]
        return object(all, required: ["on", "actions"] + members.filter { $0 == "event" || $0 == "path" })
      })
  }

  // MARK: Converters

  static var converterDefinitions: [(String, Node)] {
    let types = ConverterType.allCases.map { type in
      object(
        [("name", Self.type("string")), ("type", words([type.rawValue]))]
          + type.members.map { ($0.name, value(of: $0.kind)) },
        required: ["name", "type"] + type.required)
    }
    return [("converter", any(types))]
  }

  private static func value(of member: ConverterType.Member) -> Node {
    switch member {
    case .parameter: parameter
    case .flag: type("boolean")
    case .text, .viewModel: type("string")
    case .easing: reference("easing")
    case .operation: words(ConverterDefinition.Operation.allCases.map(\.rawValue))
    case .side: words(ConverterType.Side.allCases.map(\.rawValue))
    case .trimSide: words(ConverterType.TrimSide.allCases.map(\.rawValue))
    case .randomMode: words(FormulaText.RandomMode.allCases.map(\.rawValue))
    case .converters: reference("converterNames")
    }
  }
}
