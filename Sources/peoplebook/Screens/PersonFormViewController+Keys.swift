import PeoplebookCore
import TUIKit

/// The keys of the form.
extension PersonFormViewController {
  func makeCommands() -> [KeyCommand] {
    let isContested: @MainActor () -> Bool = { [weak self] in self?.contestedField != nil }
    return [
      KeyCommand(
        KeyEvent(.character("s"), .control), title: "save", detail: "Save and go back",
        isReady: { [viewModel] in viewModel.canSave.value }
      ) { [weak self] in self?.save() },
      KeyCommand(
        KeyEvent(.escape), KeyEvent(.character("c"), .control), title: "cancel",
        detail: "Go back; asks before it discards changes"
      ) { [weak self] in self?.cancel() },
      KeyCommand(
        KeyEvent(.character("o"), .control), title: "keep mine",
        detail: "Keep your value of a field that another program has changed", isEnabled: isContested
      ) { [weak self] in self?.settle { $0.keepMine() } },
      KeyCommand(
        KeyEvent(.character("t"), .control), title: "take theirs",
        detail: "Use the other program’s value", isEnabled: isContested
      ) { [weak self] in self?.settle { $0.takeTheirs() } },
      KeyCommand(
        KeyEvent(.character("l"), .control), title: "label", detail: "Choose or type the label: home, work, mobile",
        isEnabled: { [weak self] in self?.focusedRow != nil }
      ) { [weak self] in self?.chooseLabel() },
      KeyCommand(
        KeyEvent(.up, .alt), title: "move up", detail: "Move this value up: the first one is preferred",
        isHint: false, isEnabled: { [weak self] in self?.focusedRow != nil }
      ) { [weak self] in self?.moveValue(by: -1) },
      KeyCommand(
        KeyEvent(.down, .alt), title: "move down", detail: "Move this value down", isHint: false,
        isEnabled: { [weak self] in self?.focusedRow != nil }
      ) { [weak self] in self?.moveValue(by: 1) },
      KeyCommand(
        KeyEvent(.character("p"), .alt), title: "photo", detail: "Choose a photo, or remove it",
        keywords: ["picture", "image", "avatar", "portrait"], isHint: false
      ) { [weak self] in self?.choosePhoto() },
      KeyCommand(KeyEvent(.tab), title: "next", detail: "Go to the next field", role: .movement) { [weak self] in
        self?.window?.moveFocus(.next)
      },
      KeyCommand(Self.moreKey, title: "more", detail: "Show or hide less common fields") { [weak self] in
        self?.toggleMore()
      },
      KeyCommand(
        KeyEvent(.tab, .shift), title: "previous", detail: "Go to the previous field", role: .movement, isHint: false
      ) { [weak self] in self?.window?.moveFocus(.previous) },
      KeyCommand(
        KeyEvent(.character("n"), .control), title: "save and next",
        detail: viewModel.isNew ? "Save, and add another person" : "Save, and edit the next person of the list",
        isEnabled: { [weak self] in self?.successor != nil }
      ) { [weak self] in self?.saveAndGoOn() },
      makePaletteCommand(),
      makeHelpCommand(keys: [Self.helpKey]),
    ]
  }

  private func choosePhoto() {
    var question = PromptViewController.Question(
      title: "The photo, or - to remove it", example: "ada.jpg", need: "Type the path of an image")
    question.completions = TypedPath.completions
    question.refusal = { text in
      do throws(InvalidValue) {
        _ = try PhotoChange(path: Self.photoPath(text))
        return nil
      } catch {
        return error.description
      }
    }
    let prompt = PromptViewController(question) { [weak self] text in
      self?.viewModel.photo.value = try? PhotoChange(path: Self.photoPath(text))
      self?.announce(text == "-" ? "The photo is removed when you save" : "The photo is kept when you save")
    }
    present(prompt)
  }

  private static func photoPath(_ text: String) -> String { text == "-" ? "" : TypedPath.path(text) }

  /// Shows and hides the fields that few people have.
  static let moreKey = KeyEvent(.character("e"), .control)
  static let helpKey = KeyEvent(.function(1))
}
