import Reactive
import Testing
import Time

@testable import Replication

/// Machines that announce what their programs do, with a clock that is advanced by hand.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct PresenceExchangeTests {
  private let keys = BookKeys()
  private let scheduler = ManualScheduler()

  /// The machines at one relay, which passes on what they announce.
  @MainActor
  private final class Relay {
    private(set) var connections: [(name: String, exchange: PresenceExchange, presence: RelayPresence)] = []
    /// Everything that was announced, oldest first.
    private(set) var announced: [(connection: String, bytes: [UInt8])] = []
    private var waiting: [RelayPresence.Occurrence] = []
    var isSilent = false

    func connect(_ name: String, _ exchange: PresenceExchange) {
      let presence = RelayPresence { [weak self] bytes in
        MainActor.assumeIsolated { self?.pass(name, bytes) }
      }
      connections.append((name, exchange, presence))
      exchange.connect(presence)
      settle()
    }

    private func pass(_ name: String, _ bytes: [UInt8]) {
      announced.append((name, bytes))
      if !isSilent { waiting.append(.announced(connection: name, bytes)) }
    }

    func deliver(_ event: RelayPresence.Occurrence) {
      waiting.append(event)
      settle()
    }

    /// The end of a connection, which the relay notices or not.
    func drop(_ name: String, isNoticed: Bool) {
      connections.removeAll { $0.name == name }
      if isNoticed { deliver(.left(connection: name)) }
    }

    func settle() {
      var steps = 0
      while !waiting.isEmpty {
        let event = waiting.removeFirst()
        for connection in connections { connection.exchange.receive(event) }
        steps += 1
        guard steps < 1_000 else {
          Issue.record("machines answer each other without end")
          return
        }
      }
    }
  }

  private let relay = Relay()

  /// Machines that know each other.
  private func exchanges(_ names: String..., knownTo count: Int? = nil, left: String? = nil) -> [PresenceExchange] {
    let machines = names.map { (name: $0, keys: MachineKeys()) }
    let known = machines.prefix(count ?? machines.count).map { machine -> (MachineID, Membership.Machine) in
      let end: Int64? = machine.name == left ? 1 : nil
      return (
        machine.keys.machine, Membership.Machine(name: machine.name, publicKey: machine.keys.publicKey, end: end)
      )
    }
    let membership = Membership(machines: Dictionary(uniqueKeysWithValues: known))
    return machines.map { machine in
      PresenceExchange(scheduler: scheduler, clock: { 1_000 }) { [keys] in
        PresenceExchange.Identity(keys: keys, machine: machine.keys, membership: membership)
      }
    }
  }

  private func seen(_ exchange: PresenceExchange) -> [String] {
    exchange.others.value.map { "\($0.name): \(String(decoding: $0.content, as: UTF8.self))" }
  }

  private func report(_ text: String, _ exchange: PresenceExchange) {
    exchange.report(Array(text.utf8))
    relay.settle()
  }

  @Test func `machines see each other in whatever order they connect`() {
    let machines = exchanges("ada", "bob", "carol")
    report("edits Phone", machines[0])
    relay.connect("a", machines[0])
    relay.connect("b", machines[1])
    relay.connect("c", machines[2])
    report("reads", machines[2])
    #expect(seen(machines[0]) == ["carol: reads"])
    #expect(seen(machines[1]) == ["ada: edits Phone", "carol: reads"])
    #expect(seen(machines[2]) == ["ada: edits Phone"])
    report("", machines[0])
    #expect(seen(machines[2]) == [])
  }

  @Test func `a relay reads neither names nor fields`() {
    let machines = exchanges("ada", "bob")
    for (name, machine) in zip(["a", "b"], machines) { relay.connect(name, machine) }
    report("Lovelace Phone", machines[0])
    report("Lovelace E-mail and more", machines[0])
    let sizes = Set(relay.announced.map(\.bytes.count))
    #expect(sizes.count <= 2)
    for (_, bytes) in relay.announced {
      for word in ["ada", "Lovelace", "Phone"] { #expect(!bytes.contains(Array(word.utf8))) }
    }
  }

  @Test func `what is too long for a message is not announced`() {
    let machines = exchanges("ada", "bob")
    for (name, machine) in zip(["a", "b"], machines) { relay.connect(name, machine) }
    let longest = String(repeating: "x", count: 16_384)
    report(longest, machines[0])
    #expect(seen(machines[1]) == ["ada: \(longest)"])
    report(longest + "x", machines[0])
    #expect(seen(machines[1]) == ["ada: \(longest)"])
    report("reads", machines[0])
    #expect(seen(machines[1]) == ["ada: reads"])
  }

  @Test func `a machine that leaves is removed at once`() {
    let machines = exchanges("ada", "bob")
    for (name, machine) in zip(["a", "b"], machines) { relay.connect(name, machine) }
    report("reads", machines[0])
    #expect(seen(machines[1]) == ["ada: reads"])
    relay.drop("a", isNoticed: true)
    #expect(seen(machines[1]) == [])
  }

  @Test func `a machine that vanishes is removed after a while`() {
    let machines = exchanges("ada", "bob")
    for (name, machine) in zip(["a", "b"], machines) { relay.connect(name, machine) }
    report("reads", machines[0])
    relay.drop("a", isNoticed: false)
    relay.isSilent = true
    scheduler.advance(by: PresenceExchange.lifetime - PresenceExchange.interval)
    #expect(seen(machines[1]) == ["ada: reads"])
    scheduler.advance(by: PresenceExchange.interval + PresenceExchange.interval)
    #expect(seen(machines[1]) == [])
  }

  @Test func `a machine that stays is seen, and one without the book open is silent`() {
    let machines = exchanges("ada", "bob")
    for (name, machine) in zip(["a", "b"], machines) { relay.connect(name, machine) }
    report("reads", machines[0])
    report("edits", machines[1])
    for _ in 0..<20 {
      scheduler.advance(by: PresenceExchange.interval)
      relay.settle()
    }
    #expect(seen(machines[1]) == ["ada: reads"])
    #expect(seen(machines[0]) == ["bob: edits"])
    report("", machines[0])
    report("", machines[1])
    scheduler.advance(by: PresenceExchange.lifetime + PresenceExchange.interval)
    #expect(scheduler.isIdle)
    // Programs that open the book then are seen again, also by those that have had it open for long.
    report("reads", machines[1])
    scheduler.advance(by: PresenceExchange.lifetime + PresenceExchange.interval)
    relay.settle()
    report("edits", machines[0])
    #expect(seen(machines[0]) == ["bob: reads"])
    #expect(seen(machines[1]) == ["ada: edits"])
  }

  @Test func `a repeated announcement is not believed`() {
    let machines = exchanges("ada", "bob")
    for (name, machine) in zip(["a", "b"], machines) { relay.connect(name, machine) }
    report("edits Phone", machines[0])
    let recorded = relay.announced
    report("", machines[0])
    #expect(seen(machines[1]) == [])
    for (connection, bytes) in recorded { relay.deliver(.announced(connection: connection, bytes)) }
    #expect(seen(machines[1]) == [])
    // A process that has just begun knows no numbers.
    relay.drop("b", isNoticed: true)
    relay.drop("a", isNoticed: true)
    relay.connect("b2", machines[1])
    #expect(seen(machines[1]) == [])
    for (connection, bytes) in recorded { relay.deliver(.announced(connection: connection, bytes)) }
    #expect(seen(machines[1]) == [])
  }

  @Test func `a fresh process does not believe what was recorded before`() {
    let machines = exchanges("ada", "bob", "ada")
    for (name, machine) in zip(["a", "b"], machines) { relay.connect(name, machine) }
    report("edits Phone", machines[0])
    let recorded = relay.announced
    for name in ["a", "b"] { relay.drop(name, isNoticed: true) }
    relay.connect("c", machines[2])
    for (connection, bytes) in recorded { relay.deliver(.announced(connection: connection, bytes)) }
    #expect(seen(machines[2]) == [])
  }

  @Test func `an announcement of another key, machine or kind is ignored`() {
    let machines = exchanges("ada", "bob", "eve", knownTo: 2)
    for (name, machine) in zip(["a", "b", "e"], machines) { relay.connect(name, machine) }
    report("forged", machines[2])
    #expect(seen(machines[0]) == [])
    report("reads", machines[1])
    #expect(seen(machines[0]) == ["bob: reads"])
    var altered = relay.announced.last?.bytes ?? []
    altered[altered.count - 1] ^= 1
    for bytes in [altered, [], [1, 2, 3]] { relay.deliver(.announced(connection: "b", bytes)) }
    #expect(seen(machines[0]) == ["bob: reads"])
  }

  @Test func `the last announcement of a machine that has left is not believed again`() throws {
    let machines = exchanges("ada", "bob")
    for (name, machine) in zip(["a", "b"], machines) { relay.connect(name, machine) }
    report("edits Phone", machines[0])
    let last = try #require(relay.announced.last)
    #expect(last.connection == "a")
    relay.drop("a", isNoticed: true)
    relay.deliver(.announced(connection: "a", last.bytes))
    #expect(seen(machines[1]) == [])
  }

  @Test func `a machine that is no member any more is not answered`() {
    let machines = exchanges("ada", "bob", left: "bob")
    for (name, machine) in zip(["a", "b"], machines) { relay.connect(name, machine) }
    report("reads", machines[1])
    #expect(seen(machines[0]) == [])
    #expect(relay.announced.count { $0.connection == "a" } == 1)
  }

  @Test func `a lost relay leaves no presence behind`() async {
    let machines = exchanges("ada", "bob")
    for (name, machine) in zip(["a", "b"], machines) { relay.connect(name, machine) }
    report("reads", machines[0])
    let news = RelayNews(presence: RelayPresence { _ in }) {}
    let following = Task { await machines[1].follow(news) }
    news.finish()
    await following.value
    #expect(seen(machines[1]) == [])
  }

  @Test func `nothing is announced to a lost relay`() async {
    let machine = exchanges("ada")[0]
    let sent = Mailbox<[UInt8]>()
    let news = RelayNews(presence: RelayPresence { sent.post($0) }) {}
    news.finish()
    await machine.follow(news)
    #expect(sent.takeAll().count == 1)
    machine.report([1])
    #expect(sent.count == 0)
  }

  /// Two processes of one machine, the second with an earlier clock, and one of another machine.
  private func processesOfTurnedClock()
    -> (first: PresenceExchange, second: PresenceExchange, other: PresenceExchange)
  {
    let machines = [(name: "ada", keys: MachineKeys()), (name: "bob", keys: MachineKeys())]
    let known = machines.map { machine in
      (machine.keys.machine, Membership.Machine(name: machine.name, publicKey: machine.keys.publicKey))
    }
    let membership = Membership(machines: Dictionary(uniqueKeysWithValues: known))
    let clocks: [(machine: Int, time: Int64)] = [(0, 9_000), (0, 1_000), (1, 1_000)]
    let processes = clocks.map { clock in
      PresenceExchange(scheduler: scheduler, clock: { clock.time }) { [keys] in
        PresenceExchange.Identity(keys: keys, machine: machines[clock.machine].keys, membership: membership)
      }
    }
    return (processes[0], processes[1], processes[2])
  }

  @Test func `a machine is heard again with its clock set back`() {
    let (first, second, other) = processesOfTurnedClock()
    relay.connect("a", first)
    relay.connect("b", other)
    report("reads", first)
    #expect(seen(other) == ["ada: reads"])
    relay.drop("a", isNoticed: true)
    relay.connect("c", second)
    report("edits", second)
    #expect(seen(other) == [])
    report("writes", other)
    #expect(seen(other) == ["ada: edits"])
    #expect(seen(second) == ["bob: writes"])
  }

  @Test func `a repetition of a former session is not believed`() {
    let (first, second, other) = processesOfTurnedClock()
    relay.connect("a", first)
    relay.connect("b", other)
    report("reads", first)
    let recorded = relay.announced.filter { $0.connection == "a" }
    relay.drop("a", isNoticed: true)
    relay.connect("c", second)
    report("edits", second)
    report("writes", other)
    for (_, bytes) in recorded { relay.deliver(.announced(connection: "c", bytes)) }
    #expect(seen(other) == ["ada: edits"])
    report("", second)
    #expect(seen(other) == [])
  }
}
