import Algorithms
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import Replication

/// A relay folder with files that cannot be read, have arrived in part, or were renamed or deleted.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct UnreadableFilesTests {
  private let folder = TemporaryFolder()

  enum Damage: String, CaseIterable {
    case directory, pipe, cut, empty, garbage, huge
  }

  /// Three machines of one book, which have exchanged everything.
  private func three() async throws -> [Machine] {
    let book = Sodium.random(16)
    let relay = { [folder] in FolderRelay(folder: folder.path, book: book) }
    let ada = try await Machine.sharing("ada", relay())
    let machines = [ada, try await .joining("bob", ada, relay()), try await .joining("carol", ada, relay())]
    try await settle(machines)
    return machines
  }

  private func folder(of machine: Machine) throws -> String {
    let book = try #require(FileManager.default.contentsOfDirectory(atPath: folder.path).first)
    return "\(folder.path)/\(book)/\(machine.book.state.machine)"
  }

  /// The path of a machine's newest file of entries.
  private func newestFile(of machine: Machine) throws -> String {
    let number = machine.book.state.seen[machine.book.state.machine]
    let folder = try folder(of: machine)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    return "\(folder)/" + (try #require(names.first { $0.hasPrefix("entries") && $0.hasSuffix("-\(number)") }))
  }

  private func damage(_ path: String, _ damage: Damage) throws {
    let data = try Data(contentsOf: URL(filePath: path))
    switch damage {
    case .directory:
      try FileManager.default.removeItem(atPath: path)
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    case .pipe:
      try FileManager.default.removeItem(atPath: path)
      #expect(mkfifo(path, 0o666) == 0)
    case .huge:
      // Eight gigabytes on a disk that stores no zeros, after the size of an entry that has as many bytes as fit.
      try Data([0xFF, 0xFF, 0xFF, 0xFF, 0x7F]).write(to: URL(filePath: path))
      #expect(truncate(path, 1 << 33) == 0)
    case .cut: try data.dropLast(1).write(to: URL(filePath: path))
    case .empty: try Data().write(to: URL(filePath: path))
    case .garbage: try Data(repeating: 0xFF, count: data.count).write(to: URL(filePath: path))
    }
  }

  @Test(arguments: Damage.allCases)
  func `an unreadable file is reported, and stops no other`(damage: Damage) async throws {
    let machines = try await three()
    try await machines[1].add("1", "Bob’s friend")
    try await machines[1].synchronize()
    let path = try newestFile(of: machines[1])
    let whole = try Data(contentsOf: URL(filePath: path))
    try self.damage(path, damage)
    try await machines[0].add("2", "Ada’s friend")
    try await machines[0].synchronize()
    let report = try await machines[2].synchronize()
    #expect(try machines[2].contents.map(\.first) == ["Ada’s friend"])
    #expect(report.unreadable.count == 1 && report.unreadable[0].hasPrefix(path), "\(report.unreadable)")
    let relay = machines[2].relay
    var findings: [RelayFinding] = []
    try await RelayExamination(machines[2].store, Friend.self, makeRelay: { _ in relay }).run { findings.append($0) }
    let finding = try #require(findings.first { $0.topic == .files }, "\(findings)")
    #expect(!finding.isGood && finding.text.hasPrefix(path) && finding.text.contains("delete it"), "\(findings)")
    // It arrives whole.
    try FileManager.default.removeItem(atPath: path)
    try whole.write(to: URL(filePath: path))
    #expect(try await machines[2].synchronize().unreadable == [])
    try await expectHealthy(machines, having: ["Ada’s friend", "Bob’s friend"])
  }

  @Test func `a renamed file is reported, and its machine writes it again`() async throws {
    let machines = try await three()
    for number in 0..<3 {
      try await machines[1].add("\(number)", "Friend \(number)")
      try await machines[1].synchronize()
    }
    let number = machines[1].book.state.seen[machines[1].book.state.machine] - 1
    let path = "\(try folder(of: machines[1]))/entries-\(number)-\(number)"
    try FileManager.default.moveItem(atPath: path, toPath: path + " (copy)")
    #expect(try await machines[2].synchronize().unreadable.map { $0.hasPrefix(path + " (copy)") } == [true])
    #expect(try machines[2].contents.count == 1)
    try await machines[1].synchronize()
    try FileManager.default.removeItem(atPath: path + " (copy)")
    try await expectHealthy(machines, having: ["Friend 0", "Friend 1", "Friend 2"])
  }

  @Test func `a machine whose folder cannot be opened stops no other`() async throws {
    let machines = try await three()
    try await machines[1].add("1", "Bob’s friend")
    try await machines[1].synchronize()
    let path = try folder(of: machines[1])
    try FileManager.default.moveItem(atPath: path, toPath: path + ".away")
    try Data().write(to: URL(filePath: path))
    try await machines[0].add("2", "Ada’s friend")
    try await machines[0].synchronize()
    #expect(try await machines[2].synchronize().unreadable.map { $0.hasPrefix(path) } == [true])
    #expect(try machines[2].contents.map(\.first) == ["Ada’s friend"])
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: path + ".away", toPath: path)
    try await expectHealthy(machines, having: ["Ada’s friend", "Bob’s friend"])
  }

  @Test(arguments: Damage.allCases) func `joining says why the book cannot be read`(damage: Damage) async throws {
    let machines = try await three()
    for machine in machines {
      let path = try folder(of: machine)
      for name in try FileManager.default.contentsOfDirectory(atPath: path) where name.hasPrefix("snapshot") {
        try self.damage("\(path)/\(name)", damage)
      }
    }
    await #expect {
      _ = try await Machine.joining("dora", machines[0])
    } throws: { error in
      if case RelayError.unreadable(let text) = error { text.contains("snapshot") } else { false }
    }
  }

  @Test func `what is damaged or deleted is written again when shared again`() async throws {
    let machines = try await three()
    for (number, machine) in machines.enumerated() { try await machine.add("\(number)", "Friend \(number)") }
    for machine in machines { try await machine.synchronize() }
    // The first file of a machine, the newest of another, an altered one of a third, and all snapshots.
    let path = try folder(of: machines[0])
    let names = try FileManager.default.contentsOfDirectory(atPath: path)
    let first = try #require(names.first { $0.hasPrefix("entries-1-") })
    try FileManager.default.removeItem(atPath: "\(path)/\(first)")
    try damage(newestFile(of: machines[1]), .cut)
    let altered = URL(filePath: try newestFile(of: machines[2]))
    var bytes = try Data(contentsOf: altered)
    bytes[bytes.count - 1] ^= 1
    try bytes.write(to: altered)
    for machine in machines {
      let path = try folder(of: machine)
      for name in try FileManager.default.contentsOfDirectory(atPath: path) where name.hasPrefix("snapshot") {
        try damage("\(path)/\(name)", .cut)
      }
    }
    let relay = machines[2].relay
    var findings: [RelayFinding] = []
    try await RelayExamination(machines[2].store, Friend.self, makeRelay: { _ in relay }).run { findings.append($0) }
    let snapshot = try #require(findings.first { $0.topic == .snapshot })
    #expect(!snapshot.isGood && snapshot.text.contains("no machine can join"))
    for machine in machines { try await machine.synchronizer.restoreRelay() }
    let dora = try await Machine.joining("dora", machines[2])
    try await expectHealthy(machines + [dora], having: ["Friend 0", "Friend 1", "Friend 2"])
  }

  @Test(arguments: [false, true])
  func `an emptied folder gets everything again, a snapshot included`(isRestarted: Bool) async throws {
    let machines = try await three()
    try await machines[0].add("1", "Friend")
    try await settle(machines)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      try FileManager.default.removeItem(atPath: "\(folder.path)/\(name)")
    }
    if isRestarted { try await machines[1].restart() }
    // It may be a mount point.
    for machine in machines {
      await #expect(throws: RelayError.noBook(folder.path)) { try await machine.synchronize() }
    }
    try await machines[2].synchronizer.restoreRelay()
    try await settle(machines)
    let dora = try await Machine.joining("dora", machines[0])
    #expect(try dora.contents.map(\.first) == ["Friend"])
    try await expectHealthy(machines + [dora], having: ["Friend"])
  }
}
