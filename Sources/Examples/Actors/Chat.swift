import Bindery
import TUIKit

/// A chat with rooms, which a checkbox disconnects.
final class ChatViewController: ViewController {
  private let viewModel: ChatViewModel
  private let quit: () -> Void
  private let field = TextField(placeholder: "Message")
  private var bindings = BindingGroup()

  init(viewModel: ChatViewModel, quit: @escaping () -> Void) {
    self.viewModel = viewModel
    self.quit = quit
  }

  isolated deinit {}

  override func loadView() -> View {
    let rooms = SegmentedControl(ChatViewModel.rooms)
    let (online, dot) = (Checkbox("online"), StatusDot())
    let (presence, note) = (Label("", role: .textDim), Label("", role: .textDim))
    let table = TableView()
    bindings = BindingGroup {
      rooms.selectedSegmentIndexBinding *= viewModel.room
      online.isOnBinding *= viewModel.chat.enabled
      dot.isOnBinding *= viewModel.chat.isConnected
      presence.textBinding *= viewModel.presence
      note.textBinding *= viewModel.note
      field *= .subject(viewModel.draft).maximumLength(500).didReturn { [viewModel] in viewModel.send() }
      table *=
        TableViewSectionBinding.items(viewModel.messages) { (cell: TableViewCell, message) in
          cell.text = "\(message.author): \(message.text)"
        }
        .selectedRow(viewModel.selectedMessage)
    }
    let (top, stack) = (StackView(.horizontal, spacing: 2), StackView(.vertical))
    top.addArrangedSubview(rooms, sizing: .fill)
    top.addArrangedSubview(online, sizing: .fixed(12))
    for view in [top, StatusRow(dot, presence)] { stack.addArrangedSubview(view, sizing: .fixed(1)) }
    stack.addArrangedSubview(table, sizing: .fill)
    let hints = HintBar(trailing: KeyEvent(.character("q"), .control))
    for view in [note, field, hints] { stack.addArrangedSubview(view, sizing: .fixed(1)) }
    return stack
  }

  override var preferredFirstResponder: Responder? { field }

  override var keyCommands: [KeyCommand] {
    [KeyCommand(KeyEvent(.character("q"), .control), title: "quit") { [quit] in quit() }]
  }
}
