import PeoplebookCore
import TUIKit

/// The list of a demonstration.
extension PeopleViewController {
  /// Changes the title to that of a demonstration.
  ///
  /// - Parameter openOwnBook: Makes the program open the user's own book when it has ended.
  /// - Returns: The screen for its story.
  func beginDemo(openOwnBook: @escaping () -> Void) -> DemoStage {
    self.openOwnBook = openOwnBook
    demo.value = .running
    return DemoStage(
      visible: { [weak self] in self?.visiblePeople ?? [] },
      activity: { [weak self] in self?.userActivity },
      show: { [weak self] in self?.caption.text = " " + $0 },
      end: { [weak self] in self?.demo.value = .over })
  }

  /// The ids of the people in the visible rows.
  private var visiblePeople: [String] {
    table.indexPathsForVisibleRows.compactMap { table.position(of: $0).flatMap(viewModel.person(at:))?.id }
  }

  /// What the user has selected, marked and typed; `nil` while another screen is shown.
  private var userActivity: String? {
    guard table.isFirstResponder || searchField.isFirstResponder, window != nil else { return nil }
    return "\(selectedPerson?.id ?? "") \(tracked.marked.count) \(viewModel.filter.title) \(viewModel.actions.domain)"
  }

  /// The command that ends a demonstration which is over.
  func makeOwnBookCommand() -> KeyCommand {
    KeyCommand(
      KeyEvent(.character("a")), title: "own book", detail: "Start your own book",
      isEnabled: { [weak self] in self?.demo.value == .over }
    ) { [weak self] in
      self?.openOwnBook()
      self?.quit()
    }
  }
}

/// The progress of a demonstration.
enum DemoState {
  case none, running, over
}
