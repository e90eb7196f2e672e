import Glibc
import PeoplebookCore
import Persistence
import Testing

@testable import peoplebook_sync

/// A relay in a folder on a file system that has no room left.
@MainActor
@Suite(
  .timeLimit(.minutes(5)),
  .enabled(if: SmallFileSystem.isAvailable, "this system does not let users make a small file system"))
struct FullRelayTests {
  @Test(arguments: SmallFileSystem.Resource.allCases)
  func `a full relay is reported, and used again once it has room`(resource: SmallFileSystem.Resource) async throws {
    let disk = try SmallFileSystem()
    let homes = ["ada", "ben"].map { Home($0, runner: disk.runner) }
    try homes[1].join(try homes[0].share(disk.path))
    let stores = try homes.map { try Book.open(at: $0.book) }
    disk.fill(resource)
    for (home, store) in zip(homes, stores) {
      try await store.write { transaction in
        var person = Person()
        person.firstName = home.name
        try transaction.insert(person)
      }
      let members = try home.run("members")
      #expect(members.output.contains("The relay is full (\(disk.path)/"), "\(members.output)")
      #expect(members.status == 0)
    }
    try expectSharingFails(Home("carol", runner: disk.runner), disk)
    let processes = try homes.map { try $0.start() }
    defer { for process in processes { end(process) } }
    for home in homes {
      // Each run takes as long as the process needs for an attempt.
      while !Self.isRetrying(SharingStatus(book: home.book)), !Task.isCancelled { _ = try home.run("members") }
    }
    disk.makeRoom()
    try await wait(for: "ada", in: stores[1])
    try await wait(for: "ben", in: stores[0])
    for process in processes {
      kill(process, SIGTERM)
      #expect(waitpid(process, nil, 0) == process)
    }
    // Each learns what the other has.
    for home in homes + homes { _ = try home.run("members") }
    for (home, store) in zip(homes, stores) {
      let checked = try home.run("check")
      #expect(checked.status == 0 && checked.output.contains("have the same entries"), "\(checked.output)")
      #expect(try await store.check() == [])
      await store.close()
    }
  }

  private static func isRetrying(_ status: SharingStatus?) -> Bool {
    if case .retrying(let reason) = status { reason.contains("The relay is full") } else { false }
  }

  private func expectSharingFails(_ home: Home, _ disk: SmallFileSystem) throws {
    let shared = try home.run("share '\(disk.path)'")
    #expect(shared.status == 1)
    #expect(shared.output.contains("The relay is full") && shared.output.contains("The book is not shared"))
    #expect(try home.run("members").output.contains("This book is not shared"))
  }
}
