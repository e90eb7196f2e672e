import PeoplebookCore
import Reactive
import TUIKit

/// The current settings of the screen: the options of the command line, else the stored preferences.
///
/// A change by the user is applied at once and stored.
@MainActor
final class ScreenSettings {
  /// The settings in use.
  let preferences: CurrentValue<ScreenPreferences, Never>
  /// The scenes of the screen.
  let scenes: SceneLibrary
  /// The reason why the last change could not be stored; `nil` while changes are stored.
  let problem = CurrentValue<String?, Never>(nil)

  private let save: (_ new: ScreenPreferences, _ old: ScreenPreferences) throws -> Void
  /// The preferences to store, without a theme that the command line names for this run.
  private var kept: ScreenPreferences
  /// The preferences as they were last read or stored.
  private var stored: ScreenPreferences

  /// - Parameters:
  ///   - kept: The stored preferences.
  ///   - options: The options of the command line for this run.
  ///   - sceneFolder: The path of the folder with the user's scene files; `nil` for none.
  ///   - save: Stores what differs between new preferences and those that were last read or stored.
  init(
    kept: ScreenPreferences, options: ScreenOptions, sceneFolder: String? = nil,
    save: @escaping (_ new: ScreenPreferences, _ old: ScreenPreferences) throws -> Void
  ) {
    self.kept = kept
    stored = kept
    self.save = save
    var preferences = kept
    if options.theme != nil || options.isThemeOfTerminal { preferences.theme = options.theme }
    if !options.isMotionEnabled { preferences.isMotionEnabled = false }
    self.preferences = CurrentValue(preferences)
    scenes = SceneLibrary(set: preferences.sceneSet, file: options.scene, folder: sceneFolder)
  }

  isolated deinit {}

  /// Changes a preference and stores it.
  ///
  /// On a full or read-only disk the change applies until the end of the program, and ``problem`` has the reason.
  func set<Value>(_ keyPath: WritableKeyPath<ScreenPreferences, Value>, to value: Value) {
    change(keyPath) { $0 = value }
  }

  /// Changes a preference and stores it; see ``set(_:to:)``.
  func change<Value>(_ keyPath: WritableKeyPath<ScreenPreferences, Value>, _ body: (inout Value) -> Void) {
    body(&kept[keyPath: keyPath])
    body(&preferences.value[keyPath: keyPath])
    scenes.set = preferences.value.sceneSet
    do {
      try save(kept, stored)
      stored = kept
      problem.value = nil
    } catch {
      problem.value = "\(error)"
    }
  }

  /// Gives the setting with a key of the settings file its next value, or the one before.
  func step(_ key: String, by step: Int) {
    guard let setting = SettingsFile.all.first(where: { $0.key == key }),
      let present = setting.value(preferences.value), let index = setting.steps.firstIndex(of: present)
    else { return }
    let value = setting.steps[(index + step + setting.steps.count) % setting.steps.count]
    change(\.self) { _ = setting.set(value, &$0) }
  }

  /// Applies the settings that differ from the stored ones: the settings file has changed.
  func reload(_ new: ScreenPreferences) {
    var current = preferences.value
    for setting in SettingsFile.all {
      guard let value = setting.value(new), value != setting.value(kept) else { continue }
      _ = setting.set(value, &kept)
      _ = setting.set(value, &stored)
      _ = setting.set(value, &current)
    }
    if preferences.value != current { preferences.value = current }
    scenes.set = current.sceneSet
  }
}
