import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import PeoplebookCore

@Suite @MainActor struct PresenceFolderTests {
  private let place = TemporaryFolder()

  private func folder() throws -> PresenceFolder {
    try "book".write(toFile: "\(place.path)/people.db", atomically: false, encoding: .utf8)
    return try #require(PresenceFolder(book: "\(place.path)/people.db", in: place.path))
  }

  private func write(_ text: String, as name: String, in folder: PresenceFolder) throws {
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    try text.write(toFile: "\(folder.path)/\(name)", atomically: false, encoding: .utf8)
  }

  @Test func `all paths to a book lead to one folder`() throws {
    let folder = try folder()
    symlink("\(place.path)/people.db", "\(place.path)/link.db")
    #expect(PresenceFolder(book: "\(place.path)/link.db", in: place.path)?.path == folder.path)
    #expect(PresenceFolder(book: "\(place.path)/none.db", in: place.path) == nil)
  }

  @Test func `a program does not see itself`() throws {
    let folder = try folder()
    try folder.write(Participant(author: "ada"))
    try folder.write(Participant(author: "bob"), machine: "laptop")
    #expect(folder.others().isEmpty)
    folder.remove()
    folder.remove(machine: "laptop")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func `the file of an ended process is removed`() throws {
    let folder = try folder()
    // Process 1 runs as long as the system, and no process has the greatest number.
    try write(#"{"author":"ada"}"#, as: "1", in: folder)
    try write(#"{"author":"bob"}"#, as: "1.laptop", in: folder)
    try write(#"{"author":"eve"}"#, as: "\(pid_t.max)", in: folder)
    #expect(folder.others() == [Participant(author: "ada"), Participant(author: "bob")])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["1", "1.laptop"])
  }

  @Test(arguments: ["", "{", #"{"author":7}"#, #"{"author":"\#(String(repeating: "x", count: 5_000))"}"#])
  func `a file of another kind is ignored`(text: String) throws {
    let folder = try folder()
    try write(text, as: "1", in: folder)
    try write("", as: "none", in: folder)
    mkfifo("\(folder.path)/1.pipe", 0o600)
    #expect(folder.others().isEmpty)
  }

  @Test func `the end of a form is that of its person only`() throws {
    let folder = try folder()
    let presence = Presence(author: "ada")
    presence.begin(folder)
    let file = "\(folder.path)/\(getpid())"
    func own() throws -> Participant {
      try JSONDecoder().decode(Participant.self, from: Data(contentsOf: URL(filePath: file)))
    }
    presence.beginEditing("Phone", of: "1")
    #expect(try own().person == "1" && own().field == "Phone")
    presence.endEditing("2")
    #expect(try own().person == "1")
    presence.endEditing("1")
    #expect(try own() == Participant(author: "ada"))
    presence.end()
    #expect(access(file, F_OK) != 0)
  }
}
