/// The state of an ``ActionQueue``: the action that runs, and those that wait behind it.
public struct ActionState: Hashable, Sendable {
  /// The running action; `nil` when the queue is idle.
  public var running: Activity?
  /// The number of actions that wait for the running one.
  public var waiting = 0

  /// The state of an idle queue.
  public init() {}
}

/// An action under way, as a screen shows it.
public struct Activity: Hashable, Sendable {
  /// A description of the action, such as `Deleting 5,000 people`.
  public var title: String
  /// Whether it has taken long enough to be shown; see ``ActionQueue/patience``.
  public var isVisible = false
  /// The progress from 0 to 1; `nil` while it is unknown.
  public var share: Double?
  /// Whether the user can stop it.
  public var canCancel = false
  /// Whether the user has stopped it, and it has not ended yet.
  public var isCancelling = false

  /// An activity that has just begun.
  public init(title: String) {
    self.title = title
  }
}
