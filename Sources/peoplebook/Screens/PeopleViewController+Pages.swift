import PeoplebookCore
import TUIKit

/// The commands that lead to the screens about the whole book.
extension PeopleViewController {
  func makePageCommands() -> [KeyCommand] {
    func page(
      _ key: Character, _ title: String, _ detail: String, keywords: [String],
      _ route: @escaping @MainActor (PeopleViewController) -> PeopleRoute
    ) -> KeyCommand {
      KeyCommand(KeyEvent(.character(key)), title: title, detail: detail, keywords: keywords, isHint: false) {
        [weak self] in self.map { _ = $0.navigate(.push(route($0))) }
      }
    }
    return [
      page(
        "H", "changes", "Show the changes to all people, and undo any of them",
        keywords: ["history", "log", "activity"]
      ) { _ in .changes(of: nil) },
      page(
        "U", "timeline", "Go through earlier states of the book, and restore one",
        keywords: ["history", "past", "time machine", "rewind", "restore"]
      ) { .timeline(around: $0.table.selectedPosition) },
      page(
        "B", "birthdays", "Show upcoming birthdays", keywords: ["upcoming", "anniversary", "calendar"]
      ) { _ in .birthdays },
      page(
        "F", "figures", "Show figures about the book: tags, months and changes",
        keywords: ["statistics", "charts", "count"]
      ) { _ in .figures },
      page(
        "D", "deleted people", "Show the deleted people: restore them, or empty the trash",
        keywords: ["trash", "bin", "undelete", "restore", "removed"]
      ) { _ in .trash },
      page(
        "M", "duplicates", "Show the people who may be in the book twice, and merge them",
        keywords: ["merge", "dupes", "doubles", "combine"]
      ) { _ in .duplicates },
    ]
  }
}
