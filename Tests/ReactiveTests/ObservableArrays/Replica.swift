import Reactive
import Testing

/// Replays the changes of an observable array, and checks each against the laws of changesets.
final class Replica<Element: Equatable> {
  private(set) var items: [Element] = []
  private(set) var initials = 0
  private(set) var changesets: [Changeset] = []
  /// The number of insertions and modifications so far.
  var touched: Int { changesets.reduce(0) { $0 + $1.insertions.count + $1.modifications.count } }
  var events: Int { initials + changesets.count }
  private var token: AnyCancellable?

  init<Source: ObservableArray<Element>>(of array: Source) {
    token = array.changesetPublisher.sink { [unowned self] change in
      switch change {
      case .initial(let items):
        initials += 1
        self.items = Array(items)
      case .update(let items, let changeset):
        #expect(initials == 1, "the first event is initial, once")
        #expect(!changeset.isEmpty, "no update is empty")
        #expect(isWellFormed(changeset))
        self.items = self.items.applying(changeset) { items[items.startIndex + $0] }
        #expect(self.items == Array(items), "replay(old, changeset) = new")
        changesets.append(changeset)
      case .failure: Issue.record("nothing fails here")
      }
    }
  }
}
