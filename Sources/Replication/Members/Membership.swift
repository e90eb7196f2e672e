/// The machines of a shared book, as their merged entries describe them.
struct Membership: Hashable, Sendable {
  struct Machine: Hashable, Sendable {
    var name: String
    var publicKey: [UInt8]
    /// The entries that it had when it wrote its last one, its own included.
    var seen = VersionVector()
    /// The time of its last commit in milliseconds since 1970, or that of its arrival if its clock was ahead; 0 when it
    /// has none.
    var lastChange: Int64 = 0
    /// The time of its last acknowledgement by its own clock, in milliseconds since 1970; 0 when it has none.
    ///
    /// A snapshot does not have it.
    var lastReport: Int64 = 0
    /// The last of its entries that counts; `nil` while it is a member.
    var end: Int64?
    var isRemoved = false

    var isMember: Bool { end == nil }
  }

  private(set) var machines: [MachineID: Machine] = [:]

  init(machines: [MachineID: Machine] = [:]) {
    self.machines = machines
  }

  func publicKey(of machine: MachineID) -> [UInt8]? { machines[machine]?.publicKey }

  /// The members in the order of their names.
  var members: [(id: MachineID, machine: Machine)] {
    machines.filter(\.value.isMember).map { (id: $0.key, machine: $0.value) }
      .sorted { ($0.machine.name, $0.id) < ($1.machine.name, $1.id) }
  }

  /// The name of a machine; with the beginning of its identifier where several members have the name.
  ///
  /// - Complexity: O(*n*), where *n* is the number of machines.
  func label(of id: MachineID) -> String {
    guard let name = machines[id]?.name else { return id.prefix }
    let isAlone = machines.allSatisfy { $0.key == id || !$0.value.isMember || $0.value.name != name }
    return isAlone ? name : "\(name) \(id.prefix)"
  }

  /// Divides the reasons why entries were refused: those of machines that are no members are expected, and a sentence
  /// for each of these machines says that they are ignored.
  func divided(_ refused: [SealError]) -> (refused: [SealError], ignored: [String]) {
    var (rest, counts) = ([SealError](), [MachineID: Int]())
    for reason in refused {
      switch reason {
      case .removedMachine(let entry), .voidLink(let entry): counts[entry.machine, default: 0] += 1
      default: rest.append(reason)
      }
    }
    let ignored = counts.sorted { $0.key < $1.key }.map { id, count in
      let entries = count == 1 ? "1 entry is" : "\(count) entries are"
      return machines[id] == nil
        ? "A machine (\(id.prefix)) has used a join link that is not valid here, or not yet: \(entries) ignored."
        : "“\(label(of: id))” was removed, and has sent more since: \(entries) ignored."
    }
    return (rest, ignored)
  }

  /// The entries that all members have.
  var stable: VersionVector {
    let vectors = machines.values.filter(\.isMember).map(\.seen)
    return vectors.dropFirst().reduce(vectors.first ?? VersionVector()) { $0.intersection($1) }
  }

  /// The entries that some member has merged.
  var seenByMembers: VersionVector {
    machines.values.filter(\.isMember).reduce(into: VersionVector()) { $0.formUnion($1.seen) }
  }

  /// Throws when the machine of an entry had been removed before it wrote it.
  ///
  /// The removal names the entries that its author had seen. The removed machine's later ones are refused, except those
  /// in `vouched`.
  func check(_ entry: EntryID, _ vouched: VersionVector = VersionVector()) throws(SealError) {
    guard let machine = machines[entry.machine], machine.isRemoved, let end = machine.end, entry.number > end,
      !vouched.covers(entry)
    else { return }
    throw .removedMachine(entry)
  }

  /// The reason why an entry of a removed machine is refused.
  ///
  /// It may have removed `own` without knowledge of its own removal. Members that follow it have no later entries of
  /// `own`.
  func reason(_ entry: Entry, _ error: SealError, on own: MachineID) -> SealError {
    guard case .rotation(let rotation) = entry.content, rotation.removed == own,
      members.contains(where: { $0.id != own && $0.machine.seen[own] <= entry.seen[own] })
    else { return error }
    return .mutualRemoval(entry.id)
  }

  /// Makes a machine known, so that its entries can be checked.
  mutating func add(_ introduction: Entry.Introduction) {
    let id = MachineID(publicKey: introduction.publicKey)
    let name = String(introduction.name.prefix(SharingMember.longestName))
    if machines[id] == nil { machines[id] = Machine(name: name, publicKey: introduction.publicKey) }
  }

  /// Forgets a machine that no other one knows.
  mutating func remove(_ machine: MachineID) { machines[machine] = nil }

  /// Takes over what a snapshot knows about the machines.
  mutating func merge(_ other: Membership) {
    machines.merge(other.machines) { mine, theirs in
      var machine = mine
      machine.seen.formUnion(theirs.seen)
      machine.lastChange = max(mine.lastChange, theirs.lastChange)
      machine.end = mine.end ?? theirs.end
      machine.isRemoved = machine.end != nil && (mine.isRemoved || theirs.isRemoved)
      return machine
    }
  }

  /// Notes the times of the last reports, in the order of the machines' identifiers.
  mutating func setLastReports(_ times: [Int64]) {
    for (id, time) in zip(machines.keys.sorted(), times) { machines[id]?.lastReport = time }
  }

  /// Notes an entry that was merged.
  ///
  /// - Parameters:
  ///   - entry: The entry.
  ///   - time: The time of this machine's clock, in milliseconds since 1970: what is later comes from a wrong clock.
  mutating func apply(_ entry: Entry, at time: Int64 = .max) {
    let id = entry.id.machine
    if case .introduction(let introduction) = entry.content { add(introduction) }
    guard var machine = machines[id] else { return }
    machine.seen = entry.seen
    machine.seen[id] = entry.id.number
    switch entry.content {
    case .commits(let commits):
      machine.lastChange = max(machine.lastChange, min(commits.last?.moment.time ?? 0, time))
    case .acknowledgement(let reported):
      machine.lastReport = min(reported, time)
    case .departure:
      machine.end = entry.id.number
    default: break
    }
    machines[id] = machine
    if case .rotation(let rotation) = entry.content, machines[rotation.removed]?.isRemoved == false {
      machines[rotation.removed]?.end = entry.seen[rotation.removed]
      machines[rotation.removed]?.isRemoved = true
    }
  }
}
