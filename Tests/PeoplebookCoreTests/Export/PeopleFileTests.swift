import FoundationEssentials
import Glibc
import PeoplebookCore
import TestSupport
import Testing

struct PeopleFileTests {
  private let place = TemporaryBook()
  private var folder: String { place.folder }

  private func write(to path: String) throws {
    var person = Person()
    person.firstName = "Ada"
    try PeopleFile.write([person], with: JSONWriter(), to: path, besides: folder + "/people.db")
  }

  private func mode(_ path: String) -> mode_t {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode : 0
  }

  private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  @Test func `a symbolic link is followed, also to a new file`() throws {
    let manager = FileManager.default
    try manager.createDirectory(atPath: folder + "/inner", withIntermediateDirectories: true)
    try manager.createSymbolicLink(atPath: folder + "/second", withDestinationPath: "inner/real.json")
    try manager.createSymbolicLink(atPath: folder + "/first", withDestinationPath: folder + "/second")
    for _ in 0..<2 {
      try write(to: folder + "/first")
      #expect(mode(folder + "/first") & S_IFMT == S_IFLNK)
      #expect(mode(folder + "/second") & S_IFMT == S_IFLNK)
      #expect(try text(folder + "/inner/real.json").contains("Ada"))
    }
    #expect(try manager.contentsOfDirectory(atPath: folder + "/inner") == ["real.json"])
  }

  @Test func `a link that is not UTF-8 is refused`() throws {
    let path = folder + "/link"
    let target = [0x63, 0x61, 0x66, 0xE9, 0].map { CChar(truncatingIfNeeded: $0) }
    #expect(symlink(target, path) == 0)
    #expect(throws: FileAccessError(path: path, code: EILSEQ)) { try write(to: path) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["link"])
  }

  @Test func `only a file that belongs to no book is replaced`() throws {
    for name in ["out.json", "people.db", "people.db-wal"] { try Data().write(to: URL(filePath: "\(folder)/\(name)")) }
    try Data("SQLite format 3\0".utf8).write(to: URL(filePath: folder + "/other.db"))
    let book = folder + "/people.db"
    let manager = FileManager.default
    try manager.createSymbolicLink(atPath: folder + "/other.db.sync", withDestinationPath: "out.json")
    try manager.createSymbolicLink(atPath: folder + "/link", withDestinationPath: "other.db.keys")
    try Data().write(to: URL(filePath: folder + "/other.db.keys"))
    for name in ["out.json", "other.db.sync"] {
      #expect(PeopleFile.writesOver("\(folder)/\(name)", besides: book), "\(name)")
    }
    for path in [
      book, book + "-wal", folder + "/other.db", folder + "/link", folder, folder + "/none.json", "/dev/null",
    ] {
      #expect(!PeopleFile.writesOver(path, besides: book), "\(path)")
    }
  }

  @Test func `files of another book and unreadable ones are not replaced`() throws {
    let database = Data("SQLite format 3\0 and more".utf8)
    try database.write(to: URL(filePath: folder + "/other.db"))
    for name in ["other.db", "other.db.keys", "other.db-wal"] {
      #expect(throws: PeopleFile.Refusal.self, "\(name)") { try write(to: folder + "/" + name) }
    }
    try write(to: folder + "/alone.keys")
    chmod(folder + "/other.db", 0)
    chmod(folder, 0o777)
    try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: "other.db")
    try Data("old".utf8).write(to: URL(filePath: folder + "/other.db.sync"))
    for name in ["other.db", "link", "other.db.sync"] {
      let path = folder + "/" + name
      let error = withoutRootRights { #expect(throws: FileAccessError.self) { try write(to: path) } }
      #expect(error == FileAccessError(path: path, code: EACCES))
    }
    #expect(try Data(contentsOf: URL(filePath: folder + "/other.db")) == database)
  }

  @Test func `a circle of links is an error`() throws {
    try FileManager.default.createSymbolicLink(atPath: folder + "/a", withDestinationPath: "b")
    try FileManager.default.createSymbolicLink(atPath: folder + "/b", withDestinationPath: "a")
    #expect(throws: FileAccessError.self) { try write(to: folder + "/a") }
  }

  @Test(arguments: [0o644, 0o664, 0o400, 0o640] as [mode_t])
  func `an existing file keeps its mode`(mode: mode_t) throws {
    let path = folder + "/out.json"
    try Data("old".utf8).write(to: URL(filePath: path))
    chmod(path, mode)
    try write(to: path)
    #expect(self.mode(path) & 0o7777 == mode)
    #expect(try text(path).contains("Ada"))
  }

  @Test(.enabled(if: geteuid() == 0, "only root may give a file to another user"))
  func `an existing file keeps its owner`() throws {
    let path = folder + "/out.json"
    try Data("old".utf8).write(to: URL(filePath: path))
    try #require(chown(path, 65534, 65533) == 0)
    try write(to: path)
    var status = stat()
    let result = stat(path, &status)
    #expect(result == 0 && status.st_uid == 65534 && status.st_gid == 65533)
    #expect(try text(path).contains("Ada"))
  }

  @Test(arguments: [1, 70_000]) func `writing that is cancelled leaves the old file`(size: Int) throws {
    let path = folder + "/out.json"
    try Data("old".utf8).write(to: URL(filePath: path))
    var person = Person()
    person.note = String(repeating: "x", count: size)
    #expect(throws: CancellationError.self) {
      try PeopleFile.write(
        [person], with: JSONWriter(), to: path, besides: folder + "/people.db", isCancelled: { true })
    }
    #expect(try text(path) == "old")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["out.json"])
  }

  @Test func `a pipe is a stream, a file is none`() throws {
    #expect(mkfifo(folder + "/pipe", 0o600) == 0)
    try write(to: folder + "/new.json")
    let paths = ["/pipe", "/new.json", "/nowhere"].map { folder + $0 } + ["/dev/fd/1"]
    #expect(paths.map(PeopleFile.isStream) == [true, false, false, true])
  }

  @Test func `only the user may read a new file`() throws {
    try write(to: folder + "/new.json")
    #expect(mode(folder + "/new.json") & 0o7777 == 0o600)
  }

  @Test func `a chain of 39 links is followed`() throws {
    for number in 1...39 {
      let target = number == 39 ? "real.json" : "link\(number + 1)"
      try FileManager.default.createSymbolicLink(atPath: "\(folder)/link\(number)", withDestinationPath: target)
    }
    try write(to: folder + "/link1")
    #expect(try text(folder + "/real.json").contains("Ada"))
  }

  /// Writes 64 KiB for each person.
  private struct BlockWriter: PersonWriter {
    mutating func write(_ person: Person, into output: inout String) -> WrittenPart {
      output += String(repeating: "x", count: 65_536)
      return .everything
    }
  }

  @Test func `writing can be cancelled after 64 KiB`() throws {
    var calls = 0
    try PeopleFile.write(
      [Person()], with: BlockWriter(), to: folder + "/out.txt", besides: folder + "/people.db",
      isCancelled: {
        calls += 1
        return false
      })
    // The second one is before the last write.
    #expect(calls == 2)
  }
}
