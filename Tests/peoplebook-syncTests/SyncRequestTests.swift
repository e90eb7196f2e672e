import Glibc
import PeoplebookCore
import Persistence
import Replication
import Testing

@testable import peoplebook_sync

@Suite struct SyncRequestTests {
  private func action(_ words: String...) throws -> SyncRequest.Action {
    try SyncRequest(["--book", "/b"] + words).action
  }

  @Test func `the words ask for what the help lists`() throws {
    #expect(try action() == .run(stays: false))
    #expect(try action("--stay") == .run(stays: true))
    #expect(try action("share", "/folder") == .share(relay: "/folder"))
    #expect(try action("join", "LINK") == .join(link: "LINK", relay: nil))
    #expect(try action("--relay", "/here", "join", "LINK") == .join(link: "LINK", relay: "/here"))
    #expect(try action("members") == .members)
    #expect(try action("members", "--remove", "laptop") == .remove("laptop"))
    #expect(try action("leave") == .leave)
    #expect(try action("share", "--", "-folder") == .share(relay: "-folder"))
    #expect(try action("--", "join", "-link") == .join(link: "-link", relay: nil))
    #expect(try action("join", "LINK", "--relay=/a=b") == .join(link: "LINK", relay: "/a=b"))
    #expect(try SyncRequest(["--book=/nowhere/b"]).book == "/nowhere/b")
    #expect(try SyncRequest(["--help"]).action == .help)
    #expect(try SyncRequest(["--book", "/b", "--name", "laptop"]).name == "laptop")
  }

  @Test func `other words are refused`() {
    for words in [["share"], ["join"], ["leave", "now"], ["--what"], ["--book"], ["dance"], ["--name="], ["--stay=x"]] {
      #expect(throws: SyncFailure.self) { try SyncRequest(["--book", "/b"] + words) }
    }
    #expect(throws: SyncFailure.self) { try SyncRequest([]) }
  }

  @Test(arguments: ["a\nb", "\u{1B}[31m", "\u{202E}x", String(repeating: "q", count: 65)])
  func `a name that could mislead is refused`(name: String) {
    #expect(throws: SyncFailure.self) { try SyncRequest(["--book", "/b", "--name", name, "leave"]) }
  }

  @Test func `a refused change is not the status of an unreadable book`() {
    #expect(SyncFailure(StoreError.damaged(path: "/b", detail: "page 1")).status == 5)
    #expect(SyncFailure(StoreError.diskFull(path: "/b")).status == 1)
  }

  @Test(arguments: [
    (SharingError.notShared, "“peoplebook share RELAY” shares it."), (.alreadyShared, "“peoplebook leave” ends that."),
    (.sharedElsewhere(relay: "/r"), "“peoplebook leave” ends that."), (.notEmpty, "Name the new one with --book."),
    (.ownMachine("m"), "“peoplebook leave” does that."), (.noSuchMember("m"), "“peoplebook members” lists them."),
    (.severalMembers("m"), "“peoplebook members” lists them."), (.removed, "join with a new link and a new book."),
  ])
  func `a failure of sharing names the way out`(error: SharingError, advice: String) {
    let failure = SyncFailure(error)
    #expect(failure.status == 1 && failure.message.hasPrefix("\(error) ") && failure.message.hasSuffix(advice))
  }

  @Test func `a book that is not shared keeps no status`() throws {
    let home = Home("ada")
    let result = try home.run("")
    #expect(result.status == 1 && result.output.contains("This book is not shared"), "\(result.output)")
    #expect(access(SharingStatus.path(book: home.book), F_OK) != 0)
  }
}

@Suite struct OpenBooksTests {
  private let locks = """
    1: POSIX  ADVISORY  READ 4711 08:01:1234567 128 128
    2: FLOCK  ADVISORY  WRITE 4712 08:01:99 0 EOF
    2: -> POSIX  ADVISORY  WRITE 4713 08:01:77 0 EOF
    """

  @Test func `a lock of another process means that the book is open`() {
    #expect(OpenBooks.isLocked(inode: 1_234_567, in: locks, except: 1))
    #expect(!OpenBooks.isLocked(inode: 1_234_567, in: locks, except: 4_711))
    #expect(!OpenBooks.isLocked(inode: 5, in: locks, except: 1))
    #expect(!OpenBooks.isLocked(inode: 5, in: "1: POSIX\n2: POSIX  ADVISORY  READ 4711\n\n", except: 1))
  }
}
