import Dispatch
import FoundationEssentials
import PeoplebookCore
import Reactive
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct SharingStatusTests {
  @Test(arguments: [
    SharingStatus.live, .syncing(0), .syncing(1_204), .offline(since: 12, reason: "no route to host"),
    .refused("a bad signature"), .retrying("The relay is full."), .stopped("The keys are missing."),
    .unreadable("entries-1-2 is incomplete."),
  ])
  func `a status is read as it is written`(status: SharingStatus) {
    #expect(SharingStatus(line: status.line + "\n") == status)
  }

  @Test func `a status counts as long as its process lives`() throws {
    let folder = TemporaryFolder()
    let book = folder.path + "/people.db"
    #expect(SharingStatus(book: book) == nil)
    try Data().write(to: URL(filePath: book + ".keys"))
    #expect(SharingStatus(book: book) == .notRunning)
    let lock = try #require(SharingLock(book: book))
    #expect(SharingStatus(book: book) == .syncing(0))
    lock.write(.live)
    #expect(SharingStatus(book: book) == .live)
    lock.write(.retrying("The relay is full."))
    #expect(SharingStatus(book: book) == .retrying("The relay is full."))
    lock.release()
    #expect(SharingStatus(book: book) == .notRunning)
    // The reason for the end stays.
    lock.write(.stopped("The relay is full."))
    #expect(SharingStatus(book: book) == .stopped("The relay is full."))
  }

  @Test func `a full disk has room for the next status`() throws {
    let folder = TemporaryFolder()
    let book = folder.path + "/people.db"
    try Data().write(to: URL(filePath: book + ".keys"))
    let lock = try #require(SharingLock(book: book))
    let long = String(repeating: "x", count: 2_000)
    let statuses: [SharingStatus?] = [.live, .stopped("The disk is full."), .stopped(long), nil]
    var sizes: Set<Int> = []
    for status in statuses {
      lock.write(status)
      sizes.insert(try Data(contentsOf: URL(filePath: SharingStatus.path(book: book))).count)
      if status == .live { #expect(SharingStatus(book: book) == .live) }
    }
    #expect(sizes.count == 1)
    #expect(SharingStatus(book: book) == .syncing(0))
    withExtendedLifetime(lock) {}
  }

  @Test func `looking at a lock does not keep another process from it`() throws {
    let folder = TemporaryFolder()
    let book = folder.path + "/people.db"
    do {
      let lock = try #require(SharingLock(book: book))
      #expect(SharingLock.isHeld(book: book))
      #expect(SharingLock(book: book) == nil)
      withExtendedLifetime(lock) {}
    }
    #expect(!SharingLock.isHeld(book: book))
    #expect(SharingLock(book: book) != nil)
  }

  @Test func `a lock that waits is not one of a deleted file`() async throws {
    let folder = TemporaryFolder()
    let book = folder.path + "/people.db"
    let first = try #require(SharingLock(book: book))
    let locks = Mailbox<SharingLock?>()
    DispatchQueue.global().async { locks.post(try? SharingLock(waitingFor: book)) }
    await yield { Self.openCount(SharingStatus.path(book: book)) == 2 }
    SharingLock.removeFile(book: book)
    first.release()
    var iterator = locks.makeAsyncIterator()
    let next = await iterator.next()
    let second = try #require(next ?? nil)
    #expect(SharingLock.isHeld(book: book))
    withExtendedLifetime(second) {}
  }

  /// The number of descriptors of this process that have a file open.
  private static func openCount(_ path: String) -> Int {
    let name = path.split(separator: "/").suffix(2).joined(separator: "/")
    let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return descriptors.count {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))?.hasSuffix(name) ?? false
    }
  }

  @Test(arguments: ["", "\n", "gone", "offline", "offline soon", "\u{0}"])
  func `another line is no status`(line: String) {
    #expect(SharingStatus(line: line) == nil)
  }
}
