import Algorithms
import Dispatch
import Glibc
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct FolderEventSourceTests {
  private let folder = TemporaryFolder()
  private let queue = DispatchQueue(label: "events")

  /// A source, and its events one by one.
  private func makeSource() throws -> (source: FolderEventSource, events: AsyncStream<FolderEvent>) {
    let (events, continuation) = AsyncStream.makeStream(of: FolderEvent.self)
    let source = FolderEventSource(queue: queue) { for event in $0 { continuation.yield(event) } }
    return (try #require(source), events)
  }

  private func write(_ name: String) {
    let file = fopen("\(folder.path)/\(name)", "w")
    fputs("text", file)
    fclose(file)
  }

  @Test func `a new file is an event of its folder`() async throws {
    let (source, events) = try makeSource()
    let number = try #require(source.watch(folder.path, for: IN_CREATE | IN_MODIFY))
    #expect(source.watch(folder.path, for: IN_CREATE | IN_MODIFY) == number)
    write("ada")
    var seen = events.makeAsyncIterator()
    let creation = try #require(await seen.next())
    #expect(creation.folder == number && creation.name == Array("ada".utf8))
    #expect(creation.isCreation && !creation.isWrite)
    let writing = try #require(await seen.next())
    #expect(writing.isWrite && !writing.isCreation && writing.name == creation.name)
    _ = source
  }

  @Test func `a deleted folder is an event without a name`() async throws {
    let (source, events) = try makeSource()
    mkdir("\(folder.path)/inner", 0o700)
    source.watch("\(folder.path)/inner", for: IN_DELETE_SELF)
    rmdir("\(folder.path)/inner")
    var seen = events.makeAsyncIterator()
    #expect(try #require(await seen.next()).name.isEmpty)
    _ = source
  }

  @Test func `only the folders that are watched have events`() async throws {
    let (source, events) = try makeSource()
    let number = try #require(source.watch(folder.path, for: IN_CREATE))
    source.unwatch(number)
    write("before")
    source.watch(folder.path, for: IN_CREATE)
    write("after")
    for await event in events where event.isCreation {
      #expect(event.name == Array("after".utf8))
      break
    }
    _ = source
  }

  @Test func `a file and a missing folder have no events`() throws {
    let (source, _) = try makeSource()
    write("file")
    #expect(source.watch("\(folder.path)/file", for: IN_CREATE) == nil)
    #expect(source.watch("\(folder.path)/missing", for: IN_CREATE) == nil)
  }
}
