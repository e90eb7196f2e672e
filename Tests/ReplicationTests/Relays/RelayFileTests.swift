import Algorithms
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import Replication

@MainActor
@Suite(.timeLimit(.minutes(5))) struct RelayFileTests {
  private let folder = TemporaryFolder()
  private let keys = BookKeys()
  private let machine = MachineKeys()

  @Test func `a file with something after its entries is incomplete`() throws {
    let id = EntryID(machine: machine.machine, number: 1)
    let entry = SealedEntry(Entry(id: id, seen: VersionVector(), content: .departure), keys, machine)
    var writer = ByteWriter()
    writer.write(entry.bytes)
    let path = "\(folder.path)/entries-1-1"
    try Data(writer.bytes).write(to: URL(filePath: path))
    #expect(RelayFile.read(path).entries == [entry])
    #expect(RelayFile.read(path).problem == nil)
    try Data(writer.bytes + [100]).write(to: URL(filePath: path))
    #expect(RelayFile.read(path).entries == [entry])
    #expect(RelayFile.read(path).problem == RelayFile.incomplete)
  }

  @Test func `a file is read up to 64 megabytes`() throws {
    let entries = ([1, 2] as [Int64]).map { number in
      let id = EntryID(machine: machine.machine, number: number)
      return SealedEntry(Entry(id: id, seen: VersionVector(), content: .departure), keys, machine)
    }
    let limit = 64 << 20
    var (first, second) = (ByteWriter(), ByteWriter())
    // Zeros follow the first entry, up to the limit; its size has four bytes.
    first.write(UInt64(limit - 4))
    first.write(raw: entries[0].bytes)
    second.write(entries[1].bytes)
    let path = "\(folder.path)/entries-1-2"
    try Data(first.bytes).write(to: URL(filePath: path))
    #expect(truncate(path, limit) == 0)
    let file = try #require(fopen(path, "a"))
    fwrite(second.bytes, 1, second.bytes.count, file)
    fclose(file)
    #expect(RelayFile.read(path).entries.map(\.id) == [entries[0].id])
    #expect(RelayFile.read(path).problem == RelayFile.incomplete)
  }

  @Test func `a file that is gone when it is read is no problem`() {
    let (entries, problem) = RelayFile.read("\(folder.path)/missing")
    #expect(entries.isEmpty)
    #expect(problem == nil)
  }

  @Test func `a socket is no file`() async throws {
    let path = "\(folder.path)/s"
    let address = "http+unix://\(path.percentEncoded { $0 != UInt8(ascii: "/") })"
    let server = try await RelayServer(address, storage: "\(folder.path)/a.db")
    #expect(RelayFile.read(path).entries == [])
    #expect(RelayFile.read(path).problem == "is no file: delete it.")
    await server.stop()
  }
}
