import FoundationEssentials
import Glibc
import TestSupport
import Testing
import Time

@testable import Scenes

@MainActor
@Suite(.timeLimit(.minutes(5))) struct FileWatchTests {
  private let folder = TemporaryFolder()
  private var scenes: String { "\(folder.path)/config/peoplebook/scenes" }
  private var path: String { "\(scenes)/card.json" }

  /// The number of changes that a watch has reported.
  @MainActor
  private final class Changes {
    private(set) var count = 0
    private let (stream, continuation) = AsyncStream<Void>.makeStream()
    private var watch: FileWatch?

    init(of path: String) {
      watch = FileWatch(path: path) { [unowned self] in note() }
    }

    init(inFolder folder: String) {
      watch = FileWatch(folder: folder) { [unowned self] in note() }
    }

    /// Watches with a clock of its own; without events where `events` is `nil`.
    init(
      polling path: String, isOfAllFiles: Bool = false, hasLocks: Bool = false, events: FolderEvents? = nil,
      _ scheduler: ManualScheduler
    ) {
      watch = FileWatch(
        path, isOfAllFiles: isOfAllFiles, hasLocks: hasLocks, chain: [path], events: events, scheduler: scheduler
      ) { [unowned self] in note() }
    }

    private func note() {
      count += 1
      continuation.yield()
    }

    /// Waits until a change was reported since the last call.
    func next() async {
      var iterator = stream.makeAsyncIterator()
      await iterator.next()
    }
  }

  private func write(_ text: String, to path: String) throws {
    try text.write(toFile: path, atomically: false, encoding: .utf8)
  }

  private func makeFolder(_ path: String) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  @Test func `a file in a folder that is created later is noticed`() async throws {
    let changes = Changes(of: path)
    try makeFolder(scenes)
    try write("{}", to: path)
    await changes.next()
    try write("{ }", to: path)
    await changes.next()
  }

  @Test func `each file in a folder is noticed, and its end`() async throws {
    let changes = Changes(inFolder: scenes)
    try makeFolder(scenes)
    await changes.next()
    for name in ["one", "two"] {
      try write("{}", to: "\(scenes)/\(name)")
      await changes.next()
    }
    try FileManager.default.removeItem(atPath: "\(scenes)/one")
    await changes.next()
  }

  @Test func `folders on the way to a watched folder are not reported`() async throws {
    let changes = Changes(inFolder: scenes)
    let outer = Changes(inFolder: "\(folder.path)/config")
    try makeFolder("\(folder.path)/config")
    await outer.next()
    try makeFolder("\(folder.path)/config/peoplebook")
    await outer.next()
    #expect(changes.count == 0)
    try makeFolder(scenes)
    await changes.next()
  }

  @Test func `a folder that is moved into place with its file is noticed`() async throws {
    try makeFolder("\(folder.path)/other/scenes")
    try makeFolder("\(folder.path)/config/peoplebook")
    try write("{}", to: "\(folder.path)/other/scenes/card.json")
    let changes = Changes(of: path)
    try FileManager.default.moveItem(atPath: "\(folder.path)/other/scenes", toPath: scenes)
    await changes.next()
  }

  @Test func `a deleted folder is noticed, and the next one of its name`() async throws {
    try makeFolder(scenes)
    try write("{}", to: path)
    let changes = Changes(of: path)
    try FileManager.default.removeItem(atPath: "\(folder.path)/config")
    await changes.next()
    try makeFolder(scenes)
    try write("{}", to: path)
    await changes.next()
  }

  @Test func `a renamed file and a link in its place are noticed`() async throws {
    try makeFolder(scenes)
    try write("{}", to: path)
    let changes = Changes(of: path)
    try FileManager.default.moveItem(atPath: path, toPath: "\(scenes)/former.json")
    await changes.next()
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "\(scenes)/former.json")
    await changes.next()
  }

  @Test func `the file that links lead to is noticed, also a later one`() async throws {
    try makeFolder(scenes)
    let (file, other) = ("\(folder.path)/one.json", "\(folder.path)/two.json")
    try write("{}", to: file)
    try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/link", withDestinationPath: "one.json")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "\(folder.path)/link")
    let changes = Changes(of: path)
    try write("{ }", to: file)
    await changes.next()
    try FileManager.default.removeItem(atPath: "\(folder.path)/link")
    await changes.next()
    try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/link", withDestinationPath: other)
    await changes.next()
    try write("{}", to: other)
    await changes.next()
    try write("{}", to: file)
    try write("{ }", to: other)
    await changes.next()
    #expect(changes.count == 5)
  }

  @Test func `a hard link is noticed`() async throws {
    try makeFolder(scenes)
    try write("{}", to: "\(scenes)/former.json")
    let changes = Changes(of: path)
    try FileManager.default.linkItem(atPath: "\(scenes)/former.json", toPath: path)
    await changes.next()
  }

  @Test func `a pipe, a folder and a link in place of a file are noticed`() async throws {
    try makeFolder(scenes)
    let changes = Changes(of: path)
    #expect(mkfifo(path, 0o600) == 0)
    await changes.next()
    try FileManager.default.removeItem(atPath: path)
    await changes.next()
    try makeFolder(path)
    await changes.next()
    try FileManager.default.removeItem(atPath: path)
    await changes.next()
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path)
    await changes.next()
  }

  @Test func `other rights of a file and of its folder are noticed`() async throws {
    try makeFolder(scenes)
    try write("{}", to: path)
    let changes = Changes(of: path)
    #expect(chmod(path, 0) == 0)
    await changes.next()
    #expect(chmod(scenes, 0o700) == 0)
    await changes.next()
  }

  @Test func `other files of the folder are not reported`() async throws {
    try makeFolder(scenes)
    let changes = Changes(of: path)
    try write("{}", to: "\(scenes)/toast.json")
    try write("{}", to: path)
    await changes.next()
    #expect(changes.count == 1)
  }

  @Test func `a file without events is polled`() throws {
    let scheduler = ManualScheduler()
    let changes = Changes(polling: path, scheduler)
    func poll() -> Int {
      scheduler.advance(by: .seconds(2))
      return changes.count
    }
    #expect(poll() == 0)
    try makeFolder(scenes)
    try write("{}", to: path)
    #expect(poll() == 1)
    #expect(poll() == 1)
    try write("{ }", to: path)
    #expect(poll() == 2)
    try FileManager.default.removeItem(atPath: path)
    #expect(poll() == 3)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "\(folder.path)/one.json")
    #expect(poll() == 4)
    try write("{}", to: "\(folder.path)/one.json")
    #expect(poll() == 5)
  }

  @Test(arguments: [false, true])
  func `each poll of files with locks is reported`(isOfAllFiles: Bool) {
    let scheduler = ManualScheduler()
    let changes = Changes(
      polling: isOfAllFiles ? "\(scenes)/*" : path, isOfAllFiles: isOfAllFiles, hasLocks: true, scheduler)
    for count in 1...3 {
      scheduler.advance(by: .seconds(2))
      #expect(changes.count == count)
    }
  }

  @Test func `polling ends once there are events`() async throws {
    let scheduler = ManualScheduler()
    let events = try #require(FolderEvents.shared)
    try makeFolder(scenes)
    events.isExhausted = true
    let changes = Changes(polling: path, events: events, scheduler)
    events.isExhausted = false
    #expect(!scheduler.isIdle)
    scheduler.advance(by: .seconds(2))
    #expect(scheduler.isIdle && changes.count == 0)
    try write("{}", to: path)
    await changes.next()
  }

  @Test func `a watch that has ended polls no more`() {
    let scheduler = ManualScheduler()
    var changes: Changes? = Changes(polling: path, scheduler)
    #expect(!scheduler.isIdle)
    changes = nil
    #expect(scheduler.isIdle && changes == nil)
  }

  @Test func `two watches of a folder are independent`() async throws {
    try makeFolder(scenes)
    var first: Changes? = Changes(of: path)
    let second = Changes(of: path)
    try write("{}", to: path)
    await first?.next()
    await second.next()
    first = nil
    try write("{ }", to: path)
    await second.next()
  }
}
