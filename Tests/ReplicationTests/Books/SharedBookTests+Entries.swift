import Testing

@testable import Replication

extension SharedBookTests {
  @Test func `entries are sent up to a size`() async throws {
    let ada = try await Machine.sharing("ada", MemoryRelay())
    try await ada.add("1", "Ada")
    try await ada.synchronize()
    let entries = try await ada.book.outgoing(after: VersionVector())
    try #require(entries.count > 1)
    let size = entries[0].bytes.count
    #expect(try await ada.book.outgoing(after: VersionVector(), size: size) == [entries[0]])
    #expect(try await ada.book.outgoing(after: VersionVector(), size: size + 1) == Array(entries[..<2]))
  }

  @Test func `the last changes before a departure are shared`() async throws {
    let relay = MemoryRelay()
    let ada = try await Machine.sharing("ada", relay)
    let bob = try await Machine.joining("bob", ada)
    try await bob.add("9", "Late")
    try await bob.book.depart()
    try await relay.append(bob.book.outgoing(after: relay.heads()))
    try await ada.synchronize()
    #expect(try ada.friend("9")?.first == "Late")
  }
}
