/// A state at run time: the timelines that it plays.
@MainActor
final class StatePlayer {
  let definition: StateDefinition
  let index: Int
  private var players: [AnimationPlayer] = []
  private var operands: [OperandLink] = []

  init(
    _ definition: StateDefinition, index: Int, animations: NamedList<AnimationDefinition>,
    onChange: @escaping () -> Void
  ) {
    self.definition = definition
    self.index = index
    switch definition.content {
    case .empty: break
    case .animation(let animation, let speed): players = [AnimationPlayer(animations[animation], speed: speed)]
    case .blend(let operand, let entries):
      operands = [OperandLink(operand)]
      players = entries.map { AnimationPlayer(animations[$0.animation]) }
    case .additive(let entries):
      operands = entries.map { OperandLink($0.weight) }
      players = entries.map { AnimationPlayer(animations[$0.animation]) }
    }
    for operand in operands { operand.onChange = onChange }
  }

  func attach(in context: DataContext?) {
    for operand in operands { operand.attach(in: context) }
  }

  /// Whether a timeline moves on.
  var isPlaying: Bool { players.contains(where: \.isPlaying) }

  /// The time of one pass of the state's timeline, in seconds; 0 without one.
  var duration: Double { players.map(\.duration).filter(\.isFinite).max() ?? 0 }

  /// The time that the state has been played, in seconds.
  private(set) var elapsed = 0.0

  /// Moves the timelines on; returns the actions of the frames that were passed.
  func advance(by seconds: Double) -> [ActionDefinition] {
    elapsed += seconds
    return players.flatMap { $0.advance(by: seconds) }
  }

  /// Writes the values of the current frame; `mix` is the share of this state during a transition.
  func apply(to tree: ElementTree, mix: Double) {
    switch definition.content {
    case .empty: break
    case .animation: players.first?.apply(to: tree, mix: mix)
    case .blend(_, let entries): applyBlend(entries.map(\.value), to: tree, mix: mix)
    case .additive:
      for player in players { player.reset(tree) }
      for (player, operand) in zip(players, operands) { player.add(to: tree, weight: operand.number * mix) }
    }
  }

  /// Mixes the timelines on both sides of the number.
  private func applyBlend(_ values: [Double], to tree: ElementTree, mix: Double) {
    guard let first = values.first, let last = values.last else { return }
    let number = min(max(operands[0].number, first), last)
    let upper = values.firstIndex { $0 >= number } ?? values.count - 1
    let lower = max(0, values[upper] > number ? upper - 1 : upper)
    players[lower].apply(to: tree, mix: mix)
    guard upper != lower, values[upper] > values[lower] else { return }
    players[upper].apply(to: tree, mix: mix * (number - values[lower]) / (values[upper] - values[lower]))
  }
}
