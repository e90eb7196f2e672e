import Actors
import Bindery
import Reactive
import TUIKit
import Time

/// What a chat shows: the history of the room, who is there, and who is typing.
@MainActor
final class ChatViewModel {
  static let rooms = ["lobby", "kitchen", "garden"]

  @Actor("chat", key: [rooms[0]], params: ["name": ExampleServer.userName]) var chat
  let messages = MutableObservableArray<ExampleActors.Message>([])
  let selectedMessage = CurrentValue<Int?, Never>(nil)
  let room = CurrentValue<Int?, Never>(0)
  let draft = CurrentValue<String, Never>("")
  private let people = CurrentValue<[String], Never>([])
  private let typist = CurrentValue<String?, Never>(nil)
  private let problem = CurrentValue<String?, Never>(nil)
  private var tokens: [AnyCancellable] = []
  private var typingEnd: ScheduledAction?
  private let server: ExampleServer

  /// Who is there, or what the connection does.
  var presence: some Publisher<String, Never> {
    server.text(of: $chat).combineLatest(people).map { status, people in
      status == ActorConnStatus.connected.rawValue ? people.joined(separator: ", ") : status
    }
  }

  /// Who is typing, or what went wrong.
  var note: some Publisher<String, Never> {
    typist.combineLatest(problem).map { typist, problem in problem ?? typist.map { "\($0) is typing…" } ?? "" }
  }

  init(server: ExampleServer) {
    self.server = server
    $chat.rivetKit(client: server.client)
    tokens = [
      onActorEvent($chat, "message") { [weak self] (message: ExampleActors.Message) in self?.append(message) },
      onActorEvent($chat, "people") { [people] (names: [String]) in people.value = names },
      onActorEvent($chat, "typing") { [weak self] (connection: String, name: String) in
        self?.showTyping(name, over: connection)
      },
      room.compactMap { $0 }.removeDuplicates().sink { [chat] in chat.opts.value.key = [Self.rooms[$0]] },
      draft.removeDuplicates().filter { !$0.isEmpty }
        .throttle(for: .seconds(1), scheduler: MainScheduler.shared, latest: false)
        .sink { [chat] _ in chat.send("typing") },
      $chat.connStatus.sink { [weak self, server] status in
        if status == .disconnected { server.takeOver() }
        if status == .connected { self?.load() }
      },
    ]
  }

  isolated deinit {}

  func send() {
    let text = draft.value
    guard !text.isEmpty else { return }
    draft.value = ""
    // At once, so that the message goes to this room, whatever the user does next.
    Task.immediate { [chat, draft, problem] in
      do {
        try await chat.action("send", text)
        problem.value = nil
      } catch {
        problem.value = "\(error)"
        draft.value += draft.value.isEmpty ? text : " \(text)"
      }
    }
  }

  private func append(_ message: ExampleActors.Message) {
    let isAtEnd = selectedMessage.value == messages.count - 1
    messages.append(message)
    if isAtEnd { selectedMessage.value = messages.count - 1 }
    if typist.value == message.author { typist.value = nil }
  }

  private func load() {
    typist.value = nil
    Task { [chat, messages, selectedMessage, people, problem] in
      guard let history: [ExampleActors.Message] = try? await chat.action("getHistory"),
        let names: [String] = try? await chat.action("getPeople")
      else { return }
      messages.removeAll()
      messages.append(contentsOf: history)
      selectedMessage.value = history.indices.last
      people.value = names
      problem.value = nil
    }
  }

  private func showTyping(_ name: String, over connection: String) {
    guard connection != chat.connection.value?.ids?.connection else { return }
    typist.value = name
    typingEnd?.cancel()
    typingEnd = MainScheduler.shared.schedule(after: .seconds(3)) { [typist] in typist.value = nil }
  }
}

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
    let online = Checkbox("online")
    let (presence, note) = (Label("", role: .textDim), Label("", role: .textDim))
    let table = TableView()
    bindings = BindingGroup {
      rooms.selectedSegmentIndexBinding *= viewModel.room
      online.isOnBinding *= viewModel.chat.enabled
      presence.textBinding *= viewModel.presence
      note.textBinding *= viewModel.note
      field *= .subject(viewModel.draft).maximumLength(500).didReturn { [viewModel] in viewModel.send() }
      table *=
        TableViewSectionBinding.items(viewModel.messages) { (cell: TableViewCell, message) in
          cell.text = "\(message.author): \(message.text)"
        }
        .selectedRow(viewModel.selectedMessage)
    }
    let top = StackView(.horizontal, spacing: 2)
    top.addArrangedSubview(rooms, sizing: .fill)
    top.addArrangedSubview(online, sizing: .fixed(12))
    let stack = StackView(.vertical)
    for view in [top, presence] { stack.addArrangedSubview(view, sizing: .fixed(1)) }
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
