/// A subscription of the program to a property: at most one event for each advance, with the latest value.
///
/// The instance keeps it, so that it ends with the instance.
final class PropertySubscription: SourceLink, FileChanges.Subscription {
  private let changes: FileChanges
  private weak var owner: Dependents?
  private var last: Value?
  private let isTrigger: Bool
  private var isPending = false
  private var isAnnounced = false
  private let receive: (Value) -> Void
  private let receiveMark: (_ isAnswered: Bool) -> Void
  /// Called once, when the subscription ends for another reason than ``end()``.
  private var onRelease: (() -> Void)?

  init(
    _ path: PropertyPath, of root: ViewModelInstance,
    receiveMark: @escaping (_ isAnswered: Bool) -> Void = { _ in },
    onRelease: (() -> Void)? = nil, receive: @escaping (Value) -> Void
  ) {
    changes = root.viewModel.changes
    isTrigger = path.property.type == .trigger
    self.receive = receive
    self.receiveMark = receiveMark
    self.onRelease = onRelease
    super.init()
    attach(to: root, path)
    last = value
    owner = root.dependents
    root.dependents.keep(self)
  }

  isolated deinit {
    onRelease?()
  }

  override func sourceDidChange() {
    if needsResolving {
      // Another instance on the path: its triggers were fired before, if at all.
      let value = value
      if isTrigger { last = value }
    }
    guard !isPending else { return }
    isPending = true
    changes.add(self)
  }

  /// The value to deliver; `nil` when it is that of the last event.
  private var newValue: Value? {
    guard let value, last.map({ !$0.isSame(as: value) }) ?? true else { return nil }
    return value
  }

  func announce() {
    isAnnounced = newValue != nil
    if isAnnounced { receiveMark(false) }
  }

  func deliver() {
    isPending = false
    let wasAnnounced = isAnnounced
    isAnnounced = false
    guard owner != nil, let value = newValue else {
      if wasAnnounced { receiveMark(true) }
      return
    }
    last = value
    receive(value)
  }

  /// Marks the present value as delivered.
  func acknowledge() { last = value }

  /// Ends the subscription.
  func end() {
    onRelease = nil
    attach(to: nil, nil)
    owner?.drop(self)
    owner = nil
  }
}
