import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import PeoplebookCore

@Suite @MainActor struct PresenceFolderTests {
  private let place = TemporaryFolder()

  /// Writes a file as another process does, which keeps it open and locked.
  ///
  /// - Returns: The open file.
  private func write(_ text: String, as name: String, in folder: PresenceFolder) throws -> Int32 {
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    let path = "\(folder.path)/\(name)"
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    let descriptor = Glibc.open(path, O_RDWR)
    #expect(descriptor >= 0 && flock(descriptor, LOCK_EX) == 0)
    return descriptor
  }

  @Test func `all paths to a book lead to one folder`() throws {
    let folder = try place.presenceFolder()
    symlink("\(place.path)/people.db", "\(place.path)/link.db")
    #expect(PresenceFolder(book: "\(place.path)/link.db", in: place.path)?.path == folder.path)
    #expect(PresenceFolder(book: "\(place.path)/none.db", in: place.path) == nil)
  }

  @Test func `a program does not see itself`() throws {
    let folder = try place.presenceFolder()
    var file: PresenceFile? = try folder.write([Participant(author: "ada")])
    file = try folder.write([Participant(author: "ada")])
    #expect(folder.others().isEmpty && file != nil)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["\(getpid())"])
    file = nil
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func `only news of the others is published`() throws {
    let folder = try place.presenceFolder()
    let presence = Presence(author: "bea")
    presence.begin(folder)
    var published: [[Participant]] = []
    let token = presence.others.dropFirst().sink { published.append($0) }
    let ada = try write(#"{"author":"ada"}"#, as: "1", in: folder)
    presence.update()
    presence.update()
    #expect(published == [[Participant(author: "ada")]])
    close(ada)
    token.cancel()
    presence.end()
  }

  @Test func `a file is believed while it is locked, then removed`() throws {
    let folder = try place.presenceFolder()
    // Process 1 runs as long as the system.
    let ada = try write(#"{"author":"ada"}"#, as: "1", in: folder)
    let bob = try write(#"{"author":"bob"}"#, as: "\(pid_t.max)", in: folder)
    #expect(folder.others() == [Participant(author: "ada"), Participant(author: "bob")])
    close(ada)
    #expect(folder.others() == [Participant(author: "bob")])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["\(pid_t.max)"])
    close(bob)
    #expect(folder.others().isEmpty)
  }

  @Test(arguments: ["", "{", #"{"author":7}"#, #"{"author":"\#(String(repeating: "x", count: 5_000))"}"#])
  func `a file of another kind is ignored`(text: String) throws {
    let folder = try place.presenceFolder()
    let files = [try write(text, as: "1", in: folder), try write("", as: "none", in: folder)]
    mkfifo("\(folder.path)/2", 0o600)
    symlink("\(folder.path)/1", "\(folder.path)/3")
    #expect(folder.others().isEmpty)
    for file in files { close(file) }
  }

  @Test func `the file of a shared book has programs of other machines`() throws {
    let folder = try place.presenceFolder()
    var ben = Participant(author: "peoplebook@desk:7")
    (ben.person, ben.field, ben.machine) = ("1", "Phone", "Ben")
    let lines = Participant.lines(of: [ben, Participant(author: "carol")])
    let file = try write(String(decoding: lines, as: UTF8.self) + "{\n\n", as: "1", in: folder)
    #expect(folder.others() == [ben, Participant(author: "carol")])
    let presence = Presence(author: "peoplebook@desk:8")
    presence.begin(folder)
    var editors: [[String: String]] = []
    let token = presence.editors.sink { editors.append($0) }
    // Two machines may have the same host name.
    #expect(editors == [["1": "Ben"]])
    var sentences: [String] = []
    let other = presence.sentence(about: "1").sink { sentences.append($0) }
    #expect(sentences == ["Ben is editing Phone"])
    withExtendedLifetime((token, other)) {}
    presence.end()
    close(file)
  }

  @Test func `the end of a form is that of its person only`() throws {
    let folder = try place.presenceFolder()
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
