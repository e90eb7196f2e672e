import Persistence

/// The identity of the machine.
extension BookSession {
  /// Gives the machine another identity, because a copy of this book has the current one.
  ///
  /// The entries of the old identity stay those of another machine.
  mutating func renewIdentity() throws {
    let former = secrets.machine
    secrets.renewMachine()
    state.machine = secrets.machine.machine
    state.digest = []
    try introduce(after: former)
  }

  /// Makes this machine known to the others, with the identity that it had before.
  mutating func introduce(after former: MachineKeys? = nil) throws {
    var introduction = Entry.Introduction(name: secrets.name, publicKey: secrets.machine.publicKey)
    introduction.former = former?.introducing(secrets.machine)
    try append(.introduction(introduction))
  }

  /// Ends the membership of this machine, after entries of its last changes.
  mutating func depart() throws {
    try export()
    try append(.departure)
  }

  /// Removes a member, and gives the others another key.
  mutating func remove(_ machine: MachineID) throws {
    let remaining = state.membership.members.filter { $0.id != machine }.map(\.machine.publicKey)
    try append(.rotation(secrets.keys.rotation(removing: machine, remaining: remaining)))
    // The new join link opens no earlier one.
    state.isSnapshotNeeded = true
  }

  /// Takes another identity when the present one was introduced under an earlier key and no member has merged it, so
  /// that none will: the machine was restored from a backup, and another was removed since.
  mutating func introduceAgain() throws {
    let first = EntryID(machine: state.machine, number: 1)
    guard !state.holders.contains(state.machine), let introduction = try tables.entry(first),
      introduction.epoch < secrets.keys.epoch,
      !state.membership.members.contains(where: { $0.id != state.machine && $0.machine.seen.covers(first) })
    else { return }
    try reissue(from: first)
  }

  /// Replaces the newest key when its author did not know yet that another machine was removed, which therefore has
  /// it, or that another had joined, which lacks it.
  ///
  /// - Parameters:
  ///   - known: The members before the entries were merged.
  ///   - new: The machines that have introduced themselves since, and the key that each of them had.
  mutating func replaceKey(_ known: Set<MachineID>, _ new: [MachineID: Int64]) throws {
    let rotation = lastRotation
    lastRotation = nil
    let members = Set(state.membership.members.map(\.id))
    let isRemoved = { [machines = state.membership.machines] (id: MachineID) in machines[id]?.isRemoved == true }
    guard members.contains(state.machine),
      let removed = rotation?.removed ?? state.membership.machines.keys.first(where: isRemoved)
    else { return }
    var lacking = members.intersection(new.filter { $0.value < secrets.keys.epoch }.keys)
    if rotation?.epoch == secrets.keys.epoch {
      lacking.formUnion(members.intersection(known))
    }
    lacking.subtract(state.holders)
    // A machine with a key that nothing can be encrypted for is left out.
    lacking = lacking.filter { id in
      state.membership.publicKey(of: id).map { Sodium.encrypt([], for: $0) != nil } ?? false
    }
    if !lacking.isEmpty || state.holders.contains(where: isRemoved) { try remove(removed) }
  }
}
