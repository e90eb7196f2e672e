import Reactive
import Time

/// The programs that have a shared book open on other machines, as these announce it through a relay that carries
/// presence.
///
/// An announcement is sealed with the book's key and signed by its machine, like an entry, but no relay stores it. It
/// is repeated while the book is open here and another machine listens; a machine that is silent for 75 to 105 seconds
/// is forgotten.
@MainActor
public final class PresenceExchange {
  /// What this machine needs to know to seal an announcement and to check those of others.
  struct Identity {
    var keys: BookKeys
    var machine: MachineKeys
    var membership: Membership
  }

  private struct Peer {
    var session: [UInt8]
    var connection: String
    /// What it has announced; `nil` until it has named the session of this machine.
    var content: [UInt8]?
    var lastHeard: Instant
  }

  /// The other machines with the book open, in the order of their names.
  public let others = CurrentValue<[RemotePresence], Never>([])

  private let identity: () -> Identity
  private let scheduler: any Scheduler
  private let clock: () -> Int64
  private var relay: RelayPresence?
  private var session: [UInt8] = []
  private var content: [UInt8] = []
  private var lastNumber: Int64 = 0
  private var peers: [MachineID: Peer] = [:]
  /// The last announcement of each machine: earlier ones are repetitions.
  private var last: [MachineID: (session: [UInt8], number: Int64)] = [:]
  /// The sessions that machines have ended since this one began.
  private var former: Set<[UInt8]> = []
  private var timer: ScheduledAction?

  /// How often the book is announced while it is open here and another machine listens.
  static let interval = Duration.seconds(30)
  /// How long an announcement is believed at least; an old one is forgotten at the next ``interval``.
  static let lifetime = Duration.seconds(75)
  /// The machines that are listened to.
  private static let mostPeers = 256
  /// The largest content, which fits into a message of a relay.
  private static let mostBytes = 16 << 10

  /// - Parameters:
  ///   - scheduler: The clock that the lifetime of announcements is measured with.
  ///   - clock: The milliseconds since 1970, from which announcements are numbered.
  ///   - identity: Returns the present keys and members.
  init(
    scheduler: any Scheduler, clock: @escaping () -> Int64 = { WallClock.milliseconds },
    identity: @escaping () -> Identity
  ) {
    self.scheduler = scheduler
    self.clock = clock
    self.identity = identity
  }

  isolated deinit {
    timer?.cancel()
  }

  // MARK: This machine

  /// Announces what the programs on this machine do; empty bytes when none has the book open.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  public func report(_ content: [UInt8]) {
    guard content != self.content, content.count <= Self.mostBytes else { return }
    self.content = content
    announce()
  }

  private func announce() {
    guard let relay else { return }
    let identity = identity()
    lastNumber = max(lastNumber + 1, clock())
    let message = PresenceMessage(session: session, heard: peers.values.map(\.session), content: content)
    let id = EntryID(machine: identity.machine.machine, number: lastNumber)
    relay.announce(SealedEntry(.presence, id, message.bytes, identity.keys, identity.machine).bytes)
  }

  // MARK: The relay

  /// Exchanges announcements until the relay is lost; returns at once for a relay that carries none.
  public func follow(_ news: RelayNews) async {
    guard let relay = news.presence else { return }
    connect(relay)
    for await event in relay.events { receive(event) }
    if self.relay === relay { disconnect() }
  }

  func connect(_ relay: RelayPresence) {
    self.relay = relay
    session = PresenceMessage.newSession()
    peers = [:]
    former = []
    announce()
    update()
  }

  private func disconnect() {
    relay = nil
    peers = [:]
    update()
  }

  func receive(_ event: RelayPresence.Occurrence) {
    switch event {
    case .announced(let connection, let bytes): receive(bytes, connection)
    case .left(let connection): peers = peers.filter { $0.value.connection != connection }
    }
    update()
  }

  private func receive(_ bytes: [UInt8], _ connection: String) {
    guard let (machine, message) = opened(bytes) else { return }
    let known = peers[machine]?.session == message.session ? peers[machine] : nil
    guard peers[machine] != nil || peers.count < Self.mostPeers else { return }
    let hearsThis = message.heard.contains(session)
    // What follows the first message of a session that named this one is not a repetition either.
    let isFresh = hearsThis || known?.content != nil
    peers[machine] = Peer(
      session: message.session, connection: connection, content: isFresh ? message.content : nil,
      lastHeard: scheduler.now)
    if known == nil || !hearsThis { announce() }
  }

  /// An announcement that another member has made after its earlier ones.
  private func opened(_ bytes: [UInt8]) -> (MachineID, PresenceMessage)? {
    let identity = identity()
    guard let sealed = SealedEntry(bytes: bytes), sealed.kind == .presence,
      case let id = sealed.id, id.machine != identity.machine.machine,
      let member = identity.membership.machines[id.machine], member.isMember,
      (try? sealed.check(publicKey: member.publicKey)) != nil, let content = try? sealed.content(identity.keys),
      let message = try? PresenceMessage(bytes: content)
    else { return nil }
    let last = last[id.machine]
    let isLater = last.map { id.number > $0.number } ?? true
    // The clock of the machine may have been set back between two sessions. What has heard this one is no repetition.
    let isOtherSession = message.session != last?.session && message.heard.contains(session)
    guard !former.contains(message.session), isLater || isOtherSession else { return nil }
    if let last, last.session != message.session { former.insert(last.session) }
    self.last[id.machine] = (message.session, id.number)
    return (id.machine, message)
  }

  // MARK: Time

  private func update() {
    let membership = identity().membership
    let present = peers.compactMap { machine, peer -> (MachineID, RemotePresence)? in
      guard membership.machines[machine]?.isMember == true, let content = peer.content, !content.isEmpty else {
        return nil
      }
      return (machine, RemotePresence(name: membership.label(of: machine), content: content))
    }.sorted { ($0.1.name, $0.0) < ($1.1.name, $1.0) }.map(\.1)
    if present != others.value { others.value = present }
    if peers.isEmpty {
      timer?.cancel()
      timer = nil
    } else if timer == nil {
      timer = scheduler.schedule(after: Self.interval) { [weak self] in self?.tick() }
    }
  }

  private func tick() {
    timer = nil
    let now = scheduler.now
    peers = peers.filter { now - $0.value.lastHeard < Self.lifetime }
    if !content.isEmpty, !peers.isEmpty { announce() }
    update()
  }
}

/// The programs on another machine that have the book open.
public struct RemotePresence: Hashable, Sendable {
  /// The name of the machine.
  public let name: String
  /// What the machine has reported; see ``PresenceExchange/report(_:)``.
  public let content: [UInt8]

  /// Creates the presence of a machine.
  public init(name: String, content: [UInt8]) {
    self.name = name
    self.content = content
  }
}
