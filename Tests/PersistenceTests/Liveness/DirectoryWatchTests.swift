import Dispatch
import Testing

@testable import Persistence

@Suite(.timeLimit(.minutes(5))) struct DirectoryWatchTests {
  let folder = Folder()

  @Test func `without file events, the file is polled every second`() async {
    let (polls, continuation) = AsyncStream.makeStream(of: Void.self)
    let watch = DirectoryWatch(
      BookFile(folder.book), queue: DispatchQueue(label: "test"), hasEvents: false,
      notice: { _ in Issue.record("no event was expected") }, poll: { continuation.yield() })
    for await _ in polls { break }
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
}
