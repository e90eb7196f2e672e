import Bindery
import PeoplebookCore
import Reactive
import TUIKit

/// The birthdays of the next weeks; Enter shows the person.
final class BirthdaysViewController: TableScreenViewController {
  private let viewModel: BirthdaysViewModel
  private let show: (Person) -> Void

  /// - Parameter show: Shows the card of a person.
  init(_ viewModel: BirthdaysViewModel, people: PeopleViewModel, show: @escaping (Person) -> Void) {
    self.viewModel = viewModel
    self.show = show
    super.init(people: people, title: "Birthdays", problem: viewModel.problem)
  }

  isolated deinit {}

  override func viewDidLoad() {
    super.viewDidLoad()
    bindTable(.sections(viewModel.lines.changesetPublisher, cell: LineCell.self, header: { $0 })) { [weak self] in
      self?.showPerson()
    }
    bindings.capture {
      emptyLabel.textBinding *= viewModel.isLoaded.map {
        $0 ? "There are no birthdays in the next \(BirthdaysViewModel.days) days" : ""
      }
    }
  }

  override var keyCommandsTitle: String { "The birthdays" }

  override func makeCommands() -> [KeyCommand] {
    [
      KeyCommand(
        KeyEvent(.enter), title: "card", detail: "Show the person", keywords: ["open", "details"],
        actsOnSelection: true,
        isEnabled: { [weak self] in self?.table.selectedPosition != nil }
      ) { [weak self] in self?.showPerson() }
    ]
  }

  private func showPerson() {
    if let person = table.selectedPosition.flatMap(viewModel.person) { show(person) }
  }
}
