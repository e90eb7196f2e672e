import PeoplebookCore
import TUIKit

/// What other programs change: a message says it, and so does the end of each row.
extension PeopleViewController {
  /// Shows changes that arrive just before the rows change.
  func showChanges(_ changes: AuthoredChanges) {
    pendingChanges.append(changes)
    toast.show(changes)
  }

  /// Notes the author of a change at the end of its row.
  func showAuthors() {
    let changes = pendingChanges
    pendingChanges = []
    for commit in changes {
      for id in commit.personIDs {
        guard let path = indexPath(ofPerson: id) else { continue }
        table.setAnnotation("by \(commit.author)", forRowAt: path)
      }
    }
  }
}
