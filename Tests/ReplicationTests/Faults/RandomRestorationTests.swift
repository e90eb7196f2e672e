import Algorithms
import FoundationEssentials
import Testing

@testable import Replication

/// Machines or their relay that return to earlier states at any moment, while members are removed and join.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct RandomRestorationTests {
  @Test(arguments: [Fault.machine, .relay, .both], 0..<4 as Range<UInt64>)
  func `books are equal after any restorations and removals`(of fault: Fault, seed: UInt64) async throws {
    let simulation = try await Simulation(fault, seed: seed)
    for _ in 0..<60 { try await simulation.step() }
    for _ in 0..<3 {
      try await settle(simulation.machines)
      // The report of each day.
      for machine in simulation.machines { try await machine.book.acknowledge() }
    }
    try await expectHealthy(simulation.machines, having: simulation.names)
  }

  /// What returns to an earlier state.
  enum Fault { case machine, relay, both }

  /// Some machines, and what happens to them.
  @MainActor
  private final class Simulation {
    private(set) var machines: [Machine] = []
    /// The friends that some machine must have at the end.
    private(set) var names: Set<String> = []
    private let fault: Fault
    private let relay = MemoryRelay()
    private var random: SeededGenerator
    private var backups: [(machine: Machine, files: [Data])] = []
    private var relayBackup: (content: MemoryRelay.Content, names: Set<String>)?
    /// The friends on the relay.
    private var sent: Set<String> = []
    private var count = 0

    init(_ fault: Fault, seed: UInt64) async throws {
      self.fault = fault
      random = SeededGenerator(seed: seed)
      machines = [try await Machine.sharing("ada", relay)]
      for name in ["bob", "carol"] { machines.append(try await Machine.joining(name, machines[0])) }
      for machine in machines { machine.synchronizer.snapshotInterval = 20 }
      try await settle(machines)
    }

    func step() async throws {
      count += 1
      let machine = machines[Int.random(in: 0..<machines.count, using: &random)]
      switch Int.random(in: 0..<20, using: &random) {
      case 0: backups.append((machine, try await machine.backup()))
      case 1, 2: if fault != .relay { try await restore() }
      case 3: relayBackup = (await relay.content, sent)
      case 4: if fault != .machine { try await restoreRelay() }
      case 5: try await replace(machine)
      case 6..<11: try await synchronize(machine)
      case 11..<15: try await add(to: machine)
      default: try await edit(machine)
      }
    }

    private func names(of machine: Machine) throws -> Set<String> { Set(try machine.contents.map(\.first)) }

    private func add(to machine: Machine) async throws {
      let name = "\(machine.name) \(count)"
      names.insert(name)
      try await machine.add(name, name)
    }

    private func edit(_ machine: Machine) async throws {
      guard let id = try machine.friends.map(\.id).randomElement(using: &random) else { return }
      let (field, count) = (Int.random(in: 0..<3, using: &random), count)
      try await machine.edit(id) { friend in
        switch field {
        case 0: friend.note = "note \(count)"
        case 1: friend.tags.append("tag \(count)")
        default: friend.age = count
        }
      }
    }

    private func synchronize(_ machine: Machine) async throws {
      try await machine.synchronize()
      sent.formUnion(try names(of: machine))
    }

    /// Forgets the friends that neither a machine nor the relay has any more.
    private func forget() throws {
      names.formIntersection(try machines.reduce(into: sent) { $0.formUnion(try names(of: $1)) })
    }

    private func restore() async throws {
      guard let backup = backups.randomElement(using: &random) else { return }
      try await backup.machine.restore(backup.files, withKeys: Bool.random(using: &random))
      backup.machine.synchronizer.snapshotInterval = 20
      try forget()
    }

    private func restoreRelay() async throws {
      guard let relayBackup else { return }
      await relay.restore(relayBackup.content)
      sent = relayBackup.names
      for machine in machines {
        try await machine.restart()
        machine.synchronizer.snapshotInterval = 20
      }
      try forget()
    }

    /// Removes a machine, and lets another one join.
    private func replace(_ machine: Machine) async throws {
      guard let remover = machines.first(where: { $0 !== machine }) else { return }
      try await synchronize(remover)
      // A removal makes the links void of machines that no other member knows yet.
      let known = Set(remover.book.members.map(\.id))
      let id = remover.book.state.machine
      guard machines.allSatisfy({ known.contains($0.book.state.machine) && $0.book.members.map(\.id).contains(id) })
      else { return }
      try await remover.book.remove(member: machine.book.state.machine.description)
      machines.removeAll { $0 === machine }
      backups.removeAll { $0.machine === machine }
      let remaining = try machines.reduce(into: Set()) { $0.formUnion(try names(of: $1)) }
      // What no member has merged of a removed machine is refused.
      for name in sent.subtracting(remaining) where name.hasPrefix("\(machine.name) ") { sent.remove(name) }
      try forget()
      try await synchronize(remover)
      let new = try await Machine.joining("machine \(count)", remover)
      new.synchronizer.snapshotInterval = 20
      machines.append(new)
    }
  }
}
