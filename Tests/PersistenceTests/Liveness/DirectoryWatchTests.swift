import Dispatch
import FoundationEssentials
import Testing

@testable import Persistence

@Suite(.timeLimit(.minutes(5))) struct DirectoryWatchTests {
  let folder = Folder()

  @Test(arguments: [
    ("ext4", true), ("overlay", true), ("fuse.encfs", true), ("nfs4", false), ("cifs", false), ("9p", false),
    ("fuse.sshfs", false),
  ])
  func `the type of the file system decides whether there are file events`(type: String, hasEvents: Bool) throws {
    let mounts = try String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)
    let list = "\(folder.path)/mounts"
    // A line without the number of a device is ignored.
    let text = "1 2\n" + mounts.replacing(#/ - \S+ /#, with: " - \(type) ")
    try text.write(toFile: list, atomically: true, encoding: .utf8)
    #expect(DirectoryWatch.hasEvents(folder.path, mountInfo: list) == hasEvents)
    #expect(DirectoryWatch.hasEvents(folder.path, mountInfo: "\(folder.path)/none"))
  }

  @Test func `without file events, the file is polled every second`() async {
    let (polls, continuation) = AsyncStream.makeStream(of: Void.self)
    let start = ContinuousClock.now
    let watch = DirectoryWatch(
      BookFile(folder.book), queue: DispatchQueue(label: "test"), hasEvents: false,
      notice: { _ in Issue.record("no event was expected") }, poll: { continuation.yield() })
    for await _ in polls { break }
    #expect(ContinuousClock.now - start > .milliseconds(900))
    _ = watch
  }

  @Test func `with file events, only the book's files are reported`() async {
    let (notices, continuation) = AsyncStream.makeStream(of: Bool.self)
    let watch = DirectoryWatch(
      BookFile(folder.book), queue: DispatchQueue(label: "test"), hasEvents: true,
      notice: { continuation.yield($0) }, poll: { Issue.record("polled without need") })
    folder.write([1], to: "other")
    folder.write([1], to: "book.db-wal")
    for await isWritten in notices {
      #expect(!isWritten)
      break
    }
    folder.write([1], to: "book.db")
    for await isWritten in notices where isWritten { break }
    _ = watch
  }

  @Test func `writes to other files are not reported`() async {
    let queue = DispatchQueue(label: "test")
    let (reports, report) = AsyncStream.makeStream(of: Bool.self)
    let watch = DirectoryWatch(
      BookFile(folder.book), queue: queue, hasEvents: true, notice: { report.yield($0) },
      poll: { Issue.record("polled without need") })
    let (notices, notice) = AsyncStream.makeStream(of: Bool.self)
    let other = DirectoryWatch(
      BookFile(folder.path + "/other"), queue: queue, hasEvents: true, notice: { notice.yield($0) },
      poll: { Issue.record("polled without need") })
    // Both watches receive the events of each write, in any order.
    for _ in 0..<20 {
      folder.write([1], to: "other")
      for await _ in notices { break }
    }
    report.finish()
    for await _ in reports { Issue.record("another file was reported") }
    _ = (watch, other)
  }
}
