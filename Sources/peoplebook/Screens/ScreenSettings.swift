import PeoplebookCore
import Reactive
import TUIKit

/// The settings of the screen while it runs: what the command line says, else what the user has kept. A change by the user
/// is applied at once and kept.
@MainActor
final class ScreenSettings {
  /// What is in force.
  let preferences: CurrentValue<ScreenPreferences, Never>

  private let save: (ScreenPreferences) throws -> Void
  /// The kept preferences: a theme that the command line names for this time is not one of them.
  private var kept: ScreenPreferences

  /// - Parameters:
  ///   - kept: what the user has kept.
  ///   - options: what the command line says for this time.
  ///   - save: keeps preferences.
  init(kept: ScreenPreferences, options: ScreenOptions, save: @escaping (ScreenPreferences) throws -> Void) {
    self.kept = kept
    self.save = save
    var preferences = kept
    if let theme = options.theme { preferences.theme = theme }
    if options.isStill { preferences.moves = false }
    self.preferences = CurrentValue(preferences)
  }

  isolated deinit {}

  /// Changes a preference and keeps it. A disk that is full or read-only costs the memory, not the change.
  func set<Value>(_ keyPath: WritableKeyPath<ScreenPreferences, Value>, to value: Value) {
    kept[keyPath: keyPath] = value
    preferences.value[keyPath: keyPath] = value
    try? save(kept)
  }
}
