import FoundationEssentials
import Testing

@testable import peoplebook

/// The verbs about sharing run `peoplebook-sync`.
struct SharingCommandsTests {
  @Test func `a book is shared, joined, listed and left`() throws {
    let ada = try ProgramFixture(adding: ["--first", "Ada"])
    let relay = ada.folder + "/relay"
    try FileManager.default.createDirectory(atPath: relay, withIntermediateDirectories: true)
    let shared = try ada.run("share", relay, "--name", "laptop")
    #expect(shared.status == 0, "\(shared.messages)")
    let link = try #require(shared.lines.first)
    // Piped, the link is alone; on a terminal it has a QR code.
    #expect(shared.lines.count == 1)
    #expect(try ada.run("share", relay).lines == [link])
    let other = try ada.run("share", ada.folder)
    #expect(other.status == 1 && other.output.isEmpty)
    #expect(other.messages.contains("is shared already, through \(relay). “peoplebook leave” ends that."))
    let bob = ProgramFixture()
    let joined = try bob.run("join", link, "--name", "desktop")
    #expect(joined.status == 0 && joined.output.isEmpty, "\(joined)")
    #expect(joined.messages.hasPrefix("peoplebook: Joined: 1 person. "))
    #expect(try bob.run("list").output.contains("Ada"))
    let undone = try bob.run("undo")
    #expect(undone.status == 1 && undone.messages.contains("There is nothing to undo"), "\(undone.messages)")
    #expect(try bob.run("list").output.contains("Ada"))
    let members = try ada.run("members")
    #expect(members.lines.map { $0.prefix { $0 != "\t" } } == ["desktop", "laptop (this machine)"])
    #expect(try ada.run("members", "--remove", "laptop").messages.contains("“peoplebook leave” does that."))
    #expect(try bob.run("leave").status == 0)
    #expect(try bob.run("list").output.contains("Ada"))
    #expect(try ada.run("members").lines.count == 1)
  }

  @Test func `the new link is alone on the output`() throws {
    let ada = try ProgramFixture(adding: ["--first", "Ada"])
    let relay = ada.folder + "/relay"
    try FileManager.default.createDirectory(atPath: relay, withIntermediateDirectories: true)
    let link = try ada.run("share", relay).output
    #expect(try ProgramFixture().run("join", String(link.dropLast()), "--name", "desktop").status == 0)
    let removed = try ada.run("members", "--remove", "desktop")
    #expect(removed.status == 0 && removed.lines.count == 1, "\(removed)")
    #expect(removed.output.hasPrefix("peoplebook:join/") && removed.output != link)
    #expect(
      removed.messages.contains("desktop is no longer a member. Earlier join links no longer work: use this one."))
  }

  @Test func `a relay's name may begin with a dash`() throws {
    let book = TestBook()
    try book.add("Ada Lovelace")
    let shared = try book.shell("mkdir ./-relay && peoplebook share -- -relay")
    #expect(shared.status == 0 && shared.output.hasPrefix("peoplebook:join/"), "\(shared.errors)")
    #expect(try book.shell("peoplebook join -- -link").errors.hasSuffix("“peoplebook share” prints one.\n"))
  }

  @Test func `a dash reads the link from standard input`() throws {
    let ada = try ProgramFixture(adding: ["--first", "Ada"])
    let relay = ada.folder + "/relay"
    try FileManager.default.createDirectory(atPath: relay, withIntermediateDirectories: true)
    let link = try ada.run("share", relay).output
    let bob = ProgramFixture()
    let nothing = try bob.run("join", "-")
    #expect(nothing.status == 2 && nothing.messages.hasSuffix("“peoplebook share” prints one.\n"), "\(nothing)")
    let joined = try bob.run("join", "-", "--name", "desktop", input: link)
    #expect(joined.status == 0, "\(joined.messages)")
    #expect(try bob.run("list").output.contains("Ada"))
  }

  @Test func `a book is not shared through a relay that cannot be reached`() throws {
    let ada = try ProgramFixture(adding: ["--first", "Ada"])
    let shared = try ada.run("share", "http://127.0.0.1:1")
    #expect(shared.status == 1)
    #expect(shared.messages.hasPrefix("peoplebook: The relay cannot be reached ("), "\(shared.messages)")
    #expect(shared.messages.hasSuffix("The book is not shared: check the relay, and try again.\n"))
    #expect(!shared.messages.contains("will be sent"))
    for folder in ["missing", ada.folder + "/missing"] {
      let shared = try ada.run("share", folder)
      #expect(shared.status == 1)
      let hint = "create it, or name postgresql://HOST/DATABASE or http://HOST:PORT."
      #expect(shared.messages == "peoplebook: There is no folder “\(folder)”: \(hint)\n")
    }
    #expect(try ada.run("leave").status == 1)
  }

  @Test func `a machine leaves when the relay's folder is gone`() throws {
    let ada = try ProgramFixture(adding: ["--first", "Ada"])
    let relay = ada.folder + "/relay"
    try FileManager.default.createDirectory(atPath: relay, withIntermediateDirectories: true)
    #expect(try ada.run("share", relay).status == 0)
    try FileManager.default.removeItem(atPath: relay)
    let members = try ada.run("members")
    #expect(members.lines.count == 1 && members.messages.contains("This is the list as of the last exchange."))
    let shared = try ada.run("share", relay + "/")
    #expect(shared.status == 0 && !shared.messages.contains("“peoplebook leave”"), "\(shared.messages)")
    let left = try ada.run("leave")
    #expect(left.status == 0)
    #expect(left.output.isEmpty)
    #expect(left.messages.contains("is no longer shared on this machine, and keeps its people."))
    #expect(left.messages.contains("The other machines still list this one"))
    #expect(try ada.run("list").output.contains("Ada"))
    #expect(try ada.run("members").status == 1)
  }

  @Test func `the messages and statuses are those of every verb`() throws {
    let ada = try ProgramFixture(adding: ["--first", "Ada"])
    let alone = try ada.run("members")
    #expect(alone.status == 1)
    #expect(alone.messages == "peoplebook: This book is not shared. “peoplebook share RELAY” shares it.\n")
    let link = try ada.run("join", "nonsense")
    #expect(link.status == 2 && link.messages.hasSuffix("“peoplebook share” prints one.\n"))
    #expect(try ada.run("share").status == 2)
    #expect(try ada.run("share", "--help").output.contains("RELAY"))
  }
}
