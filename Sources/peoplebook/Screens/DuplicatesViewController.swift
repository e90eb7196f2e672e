import Bindery
import PeoplebookCore
import Reactive
import TUIKit

/// The people who may be in the book twice: a pair is merged, or noted as two people.
final class DuplicatesViewController: TableScreenViewController {
  private let viewModel: DuplicatesViewModel

  init(_ viewModel: DuplicatesViewModel, people: PeopleViewModel) {
    self.viewModel = viewModel
    super.init(people: people, title: "Duplicates", problem: viewModel.problem)
  }

  isolated deinit {}

  override func viewDidLoad() {
    super.viewDidLoad()
    bindTable(.sections(.items(viewModel.lines, cell: LineCell.self))) { [weak self] in self?.showMerge() }
    bindings.capture { emptyLabel.textBinding *= viewModel.progress.map(Self.emptyText) }
  }

  private static func emptyText(_ progress: DuplicatesViewModel.Progress) -> String {
    switch progress {
    case .reading(_, of: 0): ""
    case .reading(let done, let count): "Reading…  \(done.grouped) of \(count.grouped)"
    case .comparing: "Comparing…"
    case .complete: "No duplicates found"
    case .failed: "The book cannot be read"
    }
  }

  private var selectedPair: DuplicatePair? { table.selectedPosition.flatMap { viewModel[$0] } }

  // MARK: Keys

  override var keyCommandsTitle: String { "The duplicates" }

  override func makeCommands() -> [KeyCommand] {
    let canChange: @MainActor () -> Bool = { [weak self] in self.map { $0.canWrite && $0.selectedPair != nil } ?? false
    }
    return [
      writing(
        KeyCommand(
          KeyEvent(.enter), KeyEvent(.character("m")), title: "merge",
          detail: "Show both people side by side, and merge them", keywords: ["combine", "join"],
          actsOnSelection: true, isEnabled: canChange
        ) { [weak self] in self?.showMerge() }),
      writing(
        KeyCommand(
          KeyEvent(.character("n")), title: "different", detail: "These are different people: don’t suggest them again",
          keywords: ["different", "distinct", "not duplicates"], actsOnSelection: true, isEnabled: canChange
        ) { [weak self] in self?.selectedPair.map { self?.viewModel.markDistinct($0) } }),
      writing(
        KeyCommand(
          KeyEvent(.character("u")), title: "undo", detail: "Undo your last change", isHint: false,
          isEnabled: { [weak self] in self?.canWrite == true }
        ) { [people] in people.undo() }),
      writing(
        KeyCommand(
          KeyEvent(.character("r"), .control), title: "redo", detail: "Redo what you have undone", isHint: false,
          isEnabled: { [weak self] in self?.canWrite == true }
        ) { [people] in people.redo() }),
    ]
  }

  private func showMerge() {
    guard let selectedPair, !refusesWrite() else { return }
    navigationController?.push(MergeViewController(viewModel.makeMerge(of: selectedPair), people: people))
  }
}
