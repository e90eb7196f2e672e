import Algorithms

/// A running layer of a state machine: the current state, and the transition to it while it lasts.
///
/// The states of a layer:
///   in a state   `transition == nil`
///   mixing       `transition` has the state that is left, and how far the new one has come; it is left early only
///                when the transition allows it
@MainActor
final class LayerPlayer {
  private struct Mixing {
    let definition: TransitionDefinition
    let from: StatePlayer
    /// In seconds.
    let duration: Double
    var elapsed = 0.0

    var progress: Double { duration > 0 ? min(1, elapsed / duration) : 1 }
  }

  private let definition: LayerDefinition
  private let artboard: ArtboardDefinition
  private let onChange: () -> Void
  private var context: DataContext?
  private var state: StatePlayer
  private var transition: Mixing?
  /// The conditions of the transitions, by state.
  private var conditions: [Int: [[Condition]]] = [:]
  private var changedConditions: [Condition] = []
  /// The durations and exit times in milliseconds, by state and transition.
  private var times: [Int: [(duration: OperandLink?, exit: OperandLink?)]] = [:]
  private var consumed: Set<ObjectIdentifier> = []
  private var generator: SeededGenerator

  init(_ definition: LayerDefinition, of artboard: ArtboardDefinition, seed: UInt64, onChange: @escaping () -> Void) {
    self.definition = definition
    self.artboard = artboard
    self.onChange = onChange
    generator = SeededGenerator(seed: seed)
    state = StatePlayer(
      definition.states[LayerDefinition.entry], index: LayerDefinition.entry, animations: artboard.animations,
      onChange: onChange)
    makeConditions()
  }

  /// Makes the conditions of all states, so that no event after the bind is missed.
  private func makeConditions() {
    for (index, state) in definition.states.enumerated() where !state.transitions.isEmpty {
      conditions[index] = state.transitions.map { transition in
        transition.conditions.map { Condition($0) { [unowned self] in conditionDidChange($0) } }
      }
      times[index] = state.transitions.map { (Self.link($0.duration), Self.link($0.exitTime)) }
    }
  }

  private static func link(_ time: TransitionDefinition.Time?) -> OperandLink? {
    guard case .seconds(let reference) = time else { return nil }
    return OperandLink(reference)
  }

  /// The name of the current state.
  var stateName: String { state.definition.name }

  func attach(in context: DataContext?) {
    self.context = context
    state.attach(in: context)
    for list in conditions.values.joined() { for condition in list { condition.attach(in: context) } }
    for (duration, exit) in times.values.joined() {
      duration?.attach(in: context)
      exit?.attach(in: context)
    }
  }

  /// Whether another advance would change something by time alone.
  var isMoving: Bool { transition != nil || state.isPlaying || isWaitingForExit }

  /// Whether a transition waits for its exit time, also one from any state.
  private var isWaitingForExit: Bool {
    [LayerDefinition.any, state.index].contains { source in
      definition.states[source].transitions.enumerated().contains { number, transition in
        transition.exitTime != nil && !transition.isDisabled && transition.target != state.index
          && state.elapsed < exitTime(number, of: source)
      }
    }
  }

  private func conditionDidChange(_ condition: Condition) {
    changedConditions.append(condition)
    if changedConditions.count == 1 { onChange() }
  }

  /// Whether a condition has changed since the last advance.
  var hasChangedConditions: Bool { !changedConditions.isEmpty }

  // MARK: Advancing

  /// Moves the state on and writes its values; returns the actions that are due.
  func advance(by seconds: Double, tree: ElementTree) -> [ActionDefinition] {
    var actions = state.advance(by: seconds)
    if var mixing = transition {
      mixing.elapsed += seconds
      if !mixing.definition.pausesOnExit { actions += mixing.from.advance(by: seconds) }
      transition = mixing
      if mixing.progress >= 1 {
        transition = nil
        actions += mixing.definition.onEnd
      }
    }
    apply(to: tree)
    return actions
  }

  private func apply(to tree: ElementTree) {
    if let transition {
      transition.from.apply(to: tree, mix: 1)
      state.apply(to: tree, mix: transition.definition.easing(transition.progress))
    } else {
      state.apply(to: tree, mix: 1)
    }
  }

  /// Takes the first transition with conditions that all hold: those of any state first, then those of the current one.
  ///
  /// - Returns: The actions of the change; `nil` when the state stays.
  func changeState(on stage: any MachineStage) -> [ActionDefinition]? {
    if let transition, !transition.definition.allowsEarlyExit { return nil }
    if let index = allowed(from: LayerDefinition.any, on: stage) {
      return take(index, of: LayerDefinition.any)
    }
    guard let index = allowed(from: state.index, on: stage) else { return nil }
    return take(index, of: state.index)
  }

  private func allowed(from index: Int, on stage: any MachineStage) -> Int? {
    let source = definition.states[index]
    guard let conditions = conditions[index] else { return nil }
    var candidates: [Int] = []
    for (number, transition) in source.transitions.enumerated() where !transition.isDisabled {
      guard transition.target != state.index, exitTime(number, of: index) <= state.elapsed else { continue }
      let isAllowed = conditions[number].allSatisfy {
        $0.holds(on: stage, isConsumed: consumed.contains(ObjectIdentifier($0)))
      }
      guard isAllowed else { continue }
      if !source.isExitRandom { return number }
      candidates.append(number)
    }
    return randomChoice(among: candidates, source.transitions)
  }

  private func randomChoice(among candidates: [Int], _ transitions: [TransitionDefinition]) -> Int? {
    let total = candidates.reduce(0) { $0 + transitions[$1].weight }
    guard total > 0, total.isFinite else { return candidates.first }
    var ticket = Double.random(in: 0..<total, using: &generator)
    for candidate in candidates {
      ticket -= transitions[candidate].weight
      if ticket < 0 { return candidate }
    }
    return candidates.last
  }

  /// The time in seconds after which a transition can be taken.
  private func exitTime(_ number: Int, of source: Int) -> Double {
    switch definition.states[source].transitions[number].exitTime {
    case nil: 0
    case .fraction(let fraction): fraction * state.duration
    case .seconds: (times[source]?[number].exit?.number ?? 0) / 1_000
    }
  }

  private func take(_ number: Int, of source: Int) -> [ActionDefinition] {
    let chosen = definition.states[source].transitions[number]
    for condition in conditions[source]?[number] ?? [] where condition.isEvent {
      consume(condition)
    }
    let former = state
    state = StatePlayer(
      definition.states[chosen.target], index: chosen.target, animations: artboard.animations, onChange: onChange)
    state.attach(in: context)
    let seconds: Double =
      switch chosen.duration {
      case .fraction(let fraction): fraction * former.duration
      case .seconds: (times[source]?[number].duration?.number ?? 0) / 1_000
      }
    transition = seconds > 0 ? Mixing(definition: chosen, from: former, duration: seconds) : nil
    let end = seconds > 0 ? [] : chosen.onEnd
    return former.definition.onEnd + chosen.onStart + state.definition.onStart + end
  }

  /// Consumes an event: no other transition of this layer sees it in this advance.
  private func consume(_ condition: Condition) {
    guard let source = condition.source else { return }
    for list in conditions.values.joined() {
      for other in list where other.isEvent {
        if let place = other.source, place.instance === source.instance, place.index == source.index {
          consumed.insert(ObjectIdentifier(other))
        }
      }
    }
  }

  /// Forgets the changes and events of this advance.
  func endFrame() {
    for condition in changedConditions { condition.endFrame() }
    changedConditions.removeAll(keepingCapacity: true)
    if !consumed.isEmpty { consumed.removeAll() }
  }
}
