import Glibc
import PeoplebookCore
import TUIKit

/// What other programs change: a message says it, and so does the end of each row.
extension PeopleViewController {
  /// Shows changes that arrive just before the rows change.
  func showChanges(_ changes: AuthoredChanges) {
    pendingChanges = (pendingChanges + [(time(nil), changes)]).suffix(Self.mostPendingChanges)
    if !changes.personIDs.isEmpty { lastChanges = changes }
    // Where the key is text, it leads nowhere.
    let leads = !changes.personIDs.isEmpty && !searchField.isFirstResponder && presentedViewController == nil
    toast.show(changes, key: leads ? Self.lastChangeKey : nil)
  }

  /// The most changes by others whose authors are shown at the rows.
  private static let mostPendingChanges = 16
  /// The seconds after which a change is not what has changed the rows.
  private static let longestPending = 5

  private static let lastChangeKey = KeyEvent(.character("l"))

  func makeLastChangeCommand() -> KeyCommand {
    KeyCommand(
      Self.lastChangeKey, title: "last change", detail: "Go to the person that another program changed last",
      keywords: ["jump", "activity", "news", "others"], isHint: false,
      isEnabled: { [weak self] in self?.lastChanges != nil }
    ) { [weak self] in self?.goToLastChange() }
  }

  /// Selects the person of the last change by another program; shows the card of one who is not in this list.
  func goToLastChange() {
    guard let id = lastChanges?.personIDs.first else { return }
    if let row = indexPath(ofPerson: id) {
      table.selectRow(at: row, scrollPosition: .middle)
    } else if let person = viewModel.person(withID: id) {
      navigate(.show(person))
    } else {
      viewModel.notices.send(.hint("That person was deleted in the meantime"))
    }
  }

  /// Notes the author of a change at the end of its row.
  func showAuthors() {
    let changes = pendingChanges
    pendingChanges = []
    for (time, commit) in changes where Glibc.time(nil) - time < Self.longestPending {
      for id in commit.personIDs {
        guard let path = indexPath(ofPerson: id) else { continue }
        table.setAnnotation("by \(commit.author)", forRowAt: path)
      }
    }
  }
}
