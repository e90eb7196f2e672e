import Persistence
import Reactive
import TestSupport
import Testing

@testable import Replication

/// The snippets of the documentation.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct GuideTests {
  private let folders = [TemporaryFolder(), TemporaryFolder(), TemporaryFolder()]

  @Test func `a book is shared and joined through a folder`() async throws {
    let folder = folders[0].path
    let store = try Store.open(at: folders[1].path + "/book.db", Friend.format)
    try await store.write { try $0.insert(Friend("Ada")) }
    let ada = try await Synchronizer.share(store, Friend.self, relay: folder, name: "Ada's laptop")
    print("Join with \(ada.book.link)")
    let text = ada.book.link.description
    let other = try Store.open(at: folders[2].path + "/book.db", Friend.format)
    let link = try JoinLink(text)
    let bob = try await Synchronizer.join(other, Friend.self, link, name: "Bob's desktop")
    try await bob.synchronize()
    #expect(try other.count(Friend.self) == 1)
  }

  @Test func `a relay without presence shows no other machines`() async throws {
    let store = try Store.open(at: folders[1].path + "/book.db", Friend.format)
    let ada = try await Synchronizer.share(store, Friend.self, relay: folders[0].path, name: "Ada's laptop")
    let exchange = ada.makePresence()
    let token = exchange.others.sink { machines in print(machines.map(\.name)) }
    exchange.report(Array("reads".utf8))
    await exchange.follow(try await ada.news())
    #expect(exchange.others.value == [])
    withExtendedLifetime(token) {}
  }
}
