/// Reads the state machines of an artboard.
@MainActor
struct MachineReader {
  let content: FileContent
  let artboard: ArtboardDefinition

  private var actions: ActionReader { ActionReader(content: content, artboard: artboard) }

  func read(_ reader: NodeReader) throws(FileProblem) {
    for (name, item) in try reader["stateMachines"]?.namedItems() ?? [] {
      try item.allow(["name", "layers", "listeners"])
      let machine = MachineDefinition(name)
      for (_, layer) in try item["layers"]?.namedItems() ?? [] { machine.layers.append(try self.layer(layer)) }
      for listener in try item["listeners"]?.items() ?? [] {
        machine.listeners.append(try self.listener(listener))
      }
      artboard.machines.append(machine, named: name)
    }
    guard let choice = reader["defaultStateMachine"] else { return }
    let name = try choice.string()
    guard artboard.machines[name] != nil else {
      throw choice.problem(NodeReader.unknown("state machine", name, among: artboard.machines.map(\.name)))
    }
    artboard.defaultMachine = name
  }

  // MARK: States

  private func layer(_ reader: NodeReader) throws(FileProblem) -> LayerDefinition {
    try reader.allow(["name", "states", "transitions"])
    var layer = LayerDefinition()
    for name in ["entry", "exit", "any"] { layer.states.append(StateDefinition(name: name), named: name) }
    for (name, item) in try reader["states"]?.namedItems() ?? [] {
      guard layer.states[name] == nil else {
        throw item.problem("“\(name)” is the name of a state that every layer has")
      }
      layer.states.append(try state(item, named: name), named: name)
    }
    for item in try reader["transitions"]?.items() ?? [] {
      let from = try state(try item.require("from"), in: layer)
      guard from != LayerDefinition.exit else { throw item.problem("no transition starts at “exit”") }
      layer.states[from].transitions.append(try transition(item, in: layer))
    }
    return layer
  }

  private func state(_ reader: NodeReader, in layer: LayerDefinition) throws(FileProblem) -> Int {
    let name = try reader.string()
    guard let index = layer.states.index(of: name) else {
      throw reader.problem(NodeReader.unknown("state", name, among: layer.states.map(\.name)))
    }
    return index
  }

  private func state(_ reader: NodeReader, named name: String) throws(FileProblem) -> StateDefinition {
    try reader.allow(["name", "animation", "speed", "blend", "additive", "onStart", "onEnd", "randomExit"])
    var state = StateDefinition(name: name)
    guard ["animation", "blend", "additive"].count(where: { reader[$0] != nil }) < 2 else {
      throw reader.problem("a state plays one of “animation”, “blend” and “additive”")
    }
    if let speed = reader["speed"], reader["animation"] == nil {
      throw speed.problem("only a state with an “animation” has a “speed”")
    }
    if let animation = reader["animation"] {
      state.content = .animation(try self.animation(animation), speed: try reader["speed"]?.number() ?? 1)
    } else if let blend = reader["blend"] {
      try blend.allow(["by", "animations"])
      var entries: [(value: Double, animation: Int)] = []
      for item in try blend.require("animations").items() {
        try item.allow(["animation", "value"])
        entries.append((try item.require("value").number(), try animation(try item.require("animation"))))
      }
      entries.sort { $0.value < $1.value }
      state.content = .blend(try actions.number(try blend.require("by")), entries)
    } else if let additive = reader["additive"] {
      var entries: [(weight: ValueReference, animation: Int)] = []
      for item in try additive.items() {
        try item.allow(["animation", "weight"])
        entries.append(
          (try actions.number(try item.require("weight")), try animation(try item.require("animation"))))
      }
      state.content = .additive(entries)
    }
    state.onStart = try actions.actions(reader["onStart"])
    state.onEnd = try actions.actions(reader["onEnd"])
    state.isExitRandom = try reader["randomExit"]?.boolean() ?? false
    return state
  }

  private func animation(_ reader: NodeReader) throws(FileProblem) -> Int {
    let name = try reader.string()
    guard let index = artboard.animations.index(of: name) else {
      throw reader.problem(NodeReader.unknown("animation", name, among: artboard.animations.map(\.name)))
    }
    return index
  }

  // MARK: Transitions

  private func transition(
    _ reader: NodeReader, in layer: LayerDefinition
  ) throws(FileProblem) -> TransitionDefinition {
    try reader.allow([
      "from", "to", "duration", "exitTime", "pauseOnExit", "earlyExit", "easing", "weight", "disabled", "conditions",
      "onStart", "onEnd",
    ])
    let to = try reader.require("to")
    var transition = TransitionDefinition(target: try state(to, in: layer))
    guard transition.target != LayerDefinition.entry, transition.target != LayerDefinition.any else {
      throw to.problem("no transition leads to “entry” or “any”")
    }
    if let duration = reader["duration"] { transition.duration = try time(duration) }
    transition.exitTime = try reader["exitTime"].map { reader throws(FileProblem) in try time(reader) }
    transition.pausesOnExit = try reader["pauseOnExit"]?.boolean() ?? false
    transition.allowsEarlyExit = try reader["earlyExit"]?.boolean() ?? false
    transition.easing = try reader["easing"]?.easing() ?? .linear
    transition.weight = max(0, try reader["weight"]?.number() ?? 1)
    transition.isDisabled = try reader["disabled"]?.boolean() ?? false
    for item in try reader["conditions"]?.items() ?? [] { transition.conditions.append(try condition(item)) }
    transition.onStart = try actions.actions(reader["onStart"])
    transition.onEnd = try actions.actions(reader["onEnd"])
    return transition
  }

  /// Milliseconds, a percentage of the state's animation, or `{"bind": path}` to milliseconds.
  private func time(_ reader: NodeReader) throws(FileProblem) -> TransitionDefinition.Time {
    guard reader.isString else { return .seconds(try actions.number(reader)) }
    let text = try reader.string()
    guard let percent = text.percentage else {
      throw reader.problem("expected milliseconds or a percentage, found “\(text)”")
    }
    return .fraction(percent / 100)
  }

  private func condition(_ reader: NodeReader) throws(FileProblem) -> ConditionDefinition {
    try reader.allow(["path", "artboard", "focus", "op", "value"])
    guard ["path", "artboard", "focus"].count(where: { reader[$0] != nil }) == 1 else {
      throw reader.problem("a condition has one of “path”, “artboard” and “focus”")
    }
    if let path = reader["path"] { return try condition(on: path, reader) }
    let comparison = try reader["op"]?.word(ConditionDefinition.Comparison.self, except: .changed) ?? .equal
    if let artboard = reader["artboard"] {
      return ConditionDefinition(
        operand: try artboard.word(ArtboardSide.self) == .width ? .artboardWidth : .artboardHeight,
        comparison: comparison, value: try actions.value(try reader.require("value"), of: nil))
    }
    let value = try reader["value"].map { reader throws(FileProblem) in try actions.value(reader, of: nil) }
    return ConditionDefinition(
      operand: .focus(try actions.element(try reader.require("focus"))), comparison: comparison,
      value: value ?? .constant(.boolean(true)))
  }

  private func condition(on path: NodeReader, _ reader: NodeReader) throws(FileProblem) -> ConditionDefinition {
    let (reference, property) = try actions.source(path)
    var comparison = ConditionDefinition.Comparison.equal
    if property?.type == .trigger || property?.type == .list { comparison = .changed }
    if let op = reader["op"] { comparison = try op.word(ConditionDefinition.Comparison.self) }
    var value = ValueReference.constant(.boolean(true))
    if let literal = reader["value"] {
      value = try actions.value(literal, of: property)
    } else if comparison != .changed, let property, property.type != .boolean {
      throw reader.problem("“value” is missing")
    }
    return ConditionDefinition(operand: .source(reference), comparison: comparison, value: value)
  }

  private enum ArtboardSide: String, CaseIterable { case width, height }

  // MARK: Listeners

  private func listener(_ reader: NodeReader) throws(FileProblem) -> ListenerDefinition {
    let kind = try reader.require("on").word(ListenerDefinition.Kind.self)
    try reader.allow(Set(kind.members).union(["on", "actions"]))
    var listener = ListenerDefinition(kind: kind)
    listener.element = try reader["target"].map { reader throws(FileProblem) in try actions.element(reader) }
    switch listener.kind {
    case .event: listener.name = try reader.require("event").string()
    case .key: listener.name = try reader["key"].map { reader throws(FileProblem) in try key(reader) }
    case .viewModelChange: listener.source = try actions.source(try reader.require("path")).reference
    default: break
    }
    listener.actions = try actions.actions(try reader.require("actions"))
    return listener
  }

  private func key(_ reader: NodeReader) throws(FileProblem) -> String {
    let name = try reader.string()
    guard KeyName.isValid(name) else {
      throw reader.problem(NodeReader.unknown("key", name, among: KeyName.named))
    }
    return name
  }
}
