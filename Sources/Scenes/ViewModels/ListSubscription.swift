import Reactive

/// A subscription of the program to a list: at most one changeset for each advance.
final class ListSubscription: SourceLink, FileChanges.Subscription {
  private let changes: FileChanges
  private weak var owner: Dependents?
  private let log = ListLog()
  private weak var list: InstanceList?
  private var isPending = false
  private let receive: (CollectionChange<ChunkedArray<ViewModelInstance>>) -> Void

  init(
    _ path: PropertyPath, of root: ViewModelInstance,
    receive: @escaping (CollectionChange<ChunkedArray<ViewModelInstance>>) -> Void
  ) {
    changes = root.viewModel.changes
    self.receive = receive
    super.init()
    attach(to: root, path)
    owner = root.dependents
    root.dependents.keep(self)
    follow()
  }

  override func sourceDidChange() {
    guard !isPending else { return }
    isPending = true
    changes.add(self)
  }

  /// Records the changes of the list that is now at the path.
  private func follow() {
    guard case .list(let present)? = value, present !== list else { return }
    list?.detach(log)
    if list != nil { log.reset() }
    list = present
    present.attach(log)
  }

  func announce() {}

  func deliver() {
    isPending = false
    follow()
    guard owner != nil, let list else { return }
    guard let changeset = log.take() else { return receive(.initial(list.items)) }
    if !changeset.isEmpty { receive(.update(list.items, changeset)) }
  }

  /// Ends the subscription.
  func end() {
    list?.detach(log)
    attach(to: nil, nil)
    owner?.drop(self)
    owner = nil
  }
}
