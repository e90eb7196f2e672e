/// The screen of a demonstration.
@MainActor
struct DemoStage {
  /// Returns the ids of the visible people, from the top.
  let visible: () -> [String]
  /// Returns a value that changes with what the user does; `nil` while the list is not on the screen.
  let activity: () -> String?
  /// Shows a caption.
  let show: (String) -> Void
  /// Called once at the end.
  let end: () -> Void
}
