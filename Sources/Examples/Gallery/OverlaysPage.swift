import TUIKit

/// Views that cover a screen for a while, or replace it.
final class OverlaysPage: GalleryPage {
  private let edit: @MainActor (String) throws -> String
  private var order = 0
  private var note = "Dear Ada,"

  /// - Parameter edit: Lets the user edit a text in an editor.
  init(edit: @escaping @MainActor (String) throws -> String) {
    self.edit = edit
    super.init("Overlays")
  }

  override func loadView() -> View {
    let stack = StackView(.vertical)
    stack.alignment = .leading
    stack.insets = Insets(top: 1, left: 2, right: 2)
    let buttons: [(String, String, @MainActor (OverlaysPage, View) -> Void)] = [
      ("alert", "A question that has to be answered", { page, _ in page.ask() }),
      ("sheet", "A form of its own", { page, _ in page.present(SheetPage()) }),
      ("full screen", "Instead of everything else", { page, _ in page.present(SheetPage(), style: .fullScreen) }),
      ("menu", "A few things to choose from", { page, view in page.openMenu(at: view) }),
      ("toast", "Words that go by themselves", { page, _ in page.showToast("Copied") }),
      ("error", "Words that stay until a key", { page, _ in page.say(StyledText("The disk is full", role: .danger)) }),
      ("commands", "Every command, by a part of its name", { page, _ in CommandPalette.present(from: page) }),
      ("keys", "Every key", { page, _ in HelpViewController.present(from: page) }),
      ("editor", "Your own editor has the terminal", { page, _ in page.editNote() }),
    ]
    for (title, words, action) in buttons {
      let row = StackView(.horizontal, spacing: 1)
      let button = Button(title)
      button.addAction(for: .primaryAction) { [weak self, unowned button] in if let self { action(self, button) } }
      row.addArrangedSubview(button, sizing: .fixed(14))
      row.addArrangedSubview(Label(words, role: .textDim))
      stack.addArrangedSubview(row, sizing: .fixed(1))
    }
    return stack
  }

  override var keyCommands: [KeyCommand] {
    [
      KeyCommand(KeyEvent(.down), title: "next", isHint: false) { [weak self] in self?.window?.moveFocus(.next) },
      KeyCommand(KeyEvent(.up), title: "previous", isHint: false) { [weak self] in self?.window?.moveFocus(.previous) },
    ]
  }

  private func ask() {
    Alert(
      title: "Throw the changes away?", message: "What you have written since the last time would be lost.",
      buttons: [
        .cancel("keep editing"),
        .destructive("discard", key: KeyEvent(.character("d"))) { [weak self] in self?.say("Discarded") },
      ]
    ).present(from: self)
  }

  private func editNote() {
    do {
      note = try edit(note)
      say(StyledText("Written: \(note)"))
    } catch {
      say(StyledText("\(error)", role: .danger))
    }
  }

  private func openMenu(at view: View) {
    let orders = ["By name", "By age", "By the last change"]
    let items = orders.enumerated().map { index, title in
      Menu.Item(title, isOn: index == order) { [weak self] in
        self?.order = index
        self?.say("\(title)")
      }
    }
    Menu(
      title: "Order",
      items: items + [
        .separator, Menu.Item("Not now", isEnabled: false) {},
        Menu.Item("Delete", key: KeyEvent(.character("d")), role: .destructive) { [weak self] in self?.say("Deleted") },
      ]
    ).present(from: self, at: view)
  }
}

/// The contents of a sheet.
private final class SheetPage: GalleryPage {
  private let form = FormView()

  init() {
    super.init("A sheet")
    preferredContentSize = Size(width: 44, height: 6)
  }

  override func loadView() -> View {
    form.minimumLabelWidth = 10
    form.addRow("", Label(StyledText("A sheet", attributes: .bold)))
    form.addSpace()
    form.addRow("First name", TextField("Grace"))
    form.addRow("Last name", TextField("Hopper"))
    form.addSpace()
    form.addRow("", Button("done") { [weak self] in self?.dismiss() })
    return form
  }

  override var keyCommands: [KeyCommand] {
    [KeyCommand(KeyEvent(.escape), title: "close") { [weak self] in self?.dismiss() }]
  }
}
