import Actors
import Reactive
import Time

/// What a chat shows: the history of the room, who is there, and who is typing.
@MainActor
final class ChatViewModel {
  static let rooms = ["lobby", "kitchen", "garden"]

  @Actor("chat", key: [rooms[0]], params: ["name": ExampleOptions.shared.name]) var chat
  let messages = MutableObservableArray<ExampleActors.Message>([])
  let selectedMessage = CurrentValue<Int?, Never>(nil)
  let room = CurrentValue<Int?, Never>(0)
  let draft = CurrentValue<String, Never>("")
  /// What is written in other rooms, by their keys.
  private var drafts: [[String]: String] = [:]
  private let people = CurrentValue<[String], Never>([])
  private let typist = CurrentValue<String?, Never>(nil)
  private let problem = CurrentValue<String?, Never>(nil)
  private var tokens: [AnyCancellable] = []
  private let server: ExampleServer

  /// Who is there, or what the connection does.
  var presence: some Publisher<String, Never> {
    server.text(of: $chat).combineLatest(people).map { status, people in
      status == ActorConnStatus.connected.rawValue ? people.joined(separator: ", ") : status
    }
  }

  /// Who is typing, or what went wrong.
  var note: some Publisher<String, Never> {
    problem.combineLatest(typist).map { problem, typist in problem ?? typist.map { "\($0) is typing…" } ?? "" }
  }

  init(server: ExampleServer) {
    self.server = server
    $chat.rivetKit(client: server.client)
    tokens = server.follow($chat) { [weak self] in self?.load() }
    tokens += [
      onActorEvent($chat, "message") { [weak self] (message: ExampleActors.Message) in self?.append(message) },
      onActorEvent($chat, "people") { [people] (names: [String]) in people.value = names },
      onActorEvent($chat, "typing") { [chat, typist] (connection: String, name: String) in
        if connection != chat.connection.value?.ids?.connection { typist.value = name }
      },
      room.compactMap { $0 }.removeDuplicates().sink { [weak self] in self?.enter(Self.rooms[$0]) },
      draft.removeDuplicates().filter { !$0.isEmpty }
        .throttle(for: .seconds(1), scheduler: MainScheduler.shared, latest: false)
        .sink { [chat, draft] _ in if !draft.value.isEmpty { chat.send("typing") } },
      typist.filter { $0 != nil }.debounce(for: .seconds(3), scheduler: MainScheduler.shared)
        .sink { [typist] _ in typist.value = nil },
    ]
  }

  isolated deinit {}

  func send() {
    let text = draft.value
    guard !text.isEmpty else { return }
    draft.value = ""
    problem.value = nil
    server.perform(on: chat) { [self] room in
      do { try await room.action("send", text) } catch { restore(text, in: room.opts.value.key, "\(error)") }
    }
  }

  /// Adds an unsent message to the draft of its room.
  private func restore(_ text: String, in key: [String], _ reason: String) {
    problem.value = reason
    drafts[chat.opts.value.key] = draft.value
    drafts[key] = [drafts[key] ?? "", text].filter { !$0.isEmpty }.joined(separator: " ")
    draft.value = drafts[chat.opts.value.key] ?? ""
  }

  private func enter(_ room: String) {
    drafts[chat.opts.value.key] = draft.value
    chat.opts.value.key = [room]
    draft.value = drafts[[room]] ?? ""
    messages.removeAll()
    people.value = []
    typist.value = nil
  }

  private func append(_ message: ExampleActors.Message) {
    let isAtEnd = messages.isEmpty || selectedMessage.value == messages.count - 1
    messages.append(message)
    if isAtEnd { selectedMessage.value = messages.count - 1 }
    if typist.value == message.author { typist.value = nil }
  }

  private func load() {
    server.ask(chat, "getHistory", problem) { [messages, selectedMessage] (history: [ExampleActors.Message]) in
      messages.removeAll()
      messages.append(contentsOf: history)
      selectedMessage.value = history.indices.last
    }
    server.ask(chat, "getPeople", problem) { [people] (names: [String]) in people.value = names }
  }
}
