import Persistence

@testable import Replication

/// A machine with a book in memory, which exchanges entries with others by hand.
struct Member {
  let machine: MachineID
  /// Milliseconds that the clock of the machine is fast.
  let drift: Int64
  private(set) var states: [String: RecordState] = [:]
  private(set) var queue = CausalQueue()
  private(set) var sent: [Entry] = []
  private var clock = HybridClock()
  /// The contents before each own change, for undoing.
  private var history: [(id: String, before: RecordContent?, after: RecordContent?)] = []

  init(_ number: UInt64, drift: Int64 = 0, start: [String: RecordContent] = [:]) {
    machine = MachineID(high: 0, low: number)
    self.drift = drift
    states = start.mapValues { RecordState($0) }
  }

  /// The records as the user sees them, without empty fields.
  var book: [String: RecordContent] {
    states.compactMapValues { state in state.exists ? Self.trimmed(state.content) : nil }
  }

  private static func trimmed(_ content: RecordContent) -> RecordContent {
    RecordContent(fields: content.fields.filter { $0.value != .text("") }, lists: content.lists)
  }

  subscript(id: String) -> RecordContent? { book[id] }

  /// Writes a record, or deletes it with `nil`, at a time of the true clock.
  mutating func write(_ id: String, _ after: RecordContent?, at time: Int64 = 0) {
    let before = book[id]
    guard before != after else { return }
    var seen = queue.released
    let entry = EntryID(machine: machine, number: Int64(sent.count) + 1)
    seen[machine] = entry.number - 1
    let moment = clock.tick(at: time + drift)
    let context = WriteContext(entry: entry, moment: moment, seen: seen)
    var state = states[id] ?? RecordState()
    guard
      let change = state.change(
        of: "friend", id, from: before, to: after, defaults: ["first": .text(""), "note": .text("")],
        known: Set(state.fields.keys).union(state.lists.keys), context)
    else { return }
    state.apply(change, context)
    states[id] = state
    note(VersionVector([entry.machine: entry.number]))
    sent.append(
      Entry(
        id: entry, seen: seen,
        content: .commits([Entry.Commit(moment: moment, author: "\(machine)", changes: [change])])))
    history.append((id, before, after))
  }

  /// Changes one record.
  mutating func edit(_ id: String, at time: Int64 = 0, _ body: (inout RecordContent) -> Void) {
    var content = book[id] ?? RecordContent()
    body(&content)
    write(id, Self.trimmed(content), at: time)
  }

  /// Undoes its last change, if the record is still as that has left it.
  mutating func undo(at time: Int64) {
    guard let last = history.popLast(), book[last.id] == last.after else { return }
    write(last.id, last.before, at: time)
    history.removeLast()
  }

  /// Receives entries in the given order.
  mutating func receive(_ entries: some Sequence<Entry>) {
    for entry in entries {
      queue.add(entry)
      for entry in queue.release() { merge(entry) }
    }
  }

  /// Takes over the state of another member, as from a snapshot.
  mutating func adopt(_ other: Member) {
    for id in Set(states.keys).union(other.states.keys) {
      states[id] = (states[id] ?? RecordState()).merged(
        with: other.states[id] ?? RecordState(), queue.released, other.queue.released)
    }
    note(other.queue.released)
  }

  /// Counts entries as released.
  private mutating func note(_ vector: VersionVector) {
    var released = queue.released
    released.formUnion(vector)
    let waiting = queue.waiting.values
    queue = CausalQueue(released: released)
    for entry in waiting { queue.add(entry) }
  }

  private mutating func merge(_ entry: Entry) {
    guard entry.id.machine != machine, case .commits(let commits) = entry.content else { return }
    for commit in commits {
      clock.receive(commit.moment)
      let context = WriteContext(entry: entry.id, moment: commit.moment, seen: entry.seen)
      for change in commit.changes { states[change.id, default: RecordState()].apply(change, context) }
    }
  }
}

extension RecordContent {
  /// A friend with a first name and some tags.
  init(_ first: String, note: String = "", tags: [String] = []) {
    self.init(
      fields: ["first": .text(first), "note": .text(note)].filter { $0.value != .text("") },
      lists: tags.isEmpty ? [:] : ["tag": tags.map { [.text($0)] }])
  }

  var tags: [String] {
    get { (lists["tag"] ?? []).compactMap { $0.first?.text } }
    set { lists["tag"] = newValue.isEmpty ? nil : newValue.map { [.text($0)] } }
  }

  var first: String {
    get { fields["first"]?.text ?? "" }
    set { fields["first"] = .text(newValue) }
  }

  var note: String {
    get { fields["note"]?.text ?? "" }
    set { fields["note"] = .text(newValue) }
  }
}
