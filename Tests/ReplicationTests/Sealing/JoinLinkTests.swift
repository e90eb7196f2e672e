import Testing

@testable import Replication

@Suite struct JoinLinkTests {
  private let link = JoinLink(relay: "/home/ada/Shared folder", keys: BookKeys(), inviter: MachineKeys().machine)

  @Test func `an address has no control characters, and is shown without a password`() {
    for text in ["/a\nb", "/a\u{1B}[2J", "postgresql://h/\t"] {
      #expect(throws: RelayError.badAddress(text)) { try RelayAddress(text) }
    }
    let shown = [
      "/home/ada:x@y": "/home/ada:x@y",
      "postgresql://ada:secret@host/book": "postgresql://ada:…@host/book",
      "postgresql://ada@host/book?password=secret&sslmode=require":
        "postgresql://ada@host/book?password=…&sslmode=require",
      "postgresql://host/book?sslpassword=secret": "postgresql://host/book?sslpassword=…",
      "http://name:secret@host:6420": "http://name:…@host:6420", "http://host:6420": "http://host:6420",
    ]
    for (address, text) in shown { #expect(RelayAddress.withoutPassword(address) == text) }
  }

  @Test func `a link is read as it was written`() throws {
    #expect(try JoinLink(link.description) == link)
    let text = link.description
    let broken = text.prefix(30) + "\n  " + text.dropFirst(30) + " \n"
    #expect(try JoinLink(broken) == link)
  }

  @Test func `a link may name the longest path of the system`() throws {
    let path = String(repeating: "/folder", count: 585)
    let link = JoinLink(relay: path, keys: BookKeys(), inviter: MachineKeys().machine)
    #expect(try JoinLink(link.description) == link)
  }

  @Test func `a link has up to 16 384 letters`() throws {
    func made(pathLength: Int) -> JoinLink {
      let path = String(repeating: "/", count: pathLength)
      return JoinLink(relay: path, keys: BookKeys(), inviter: MachineKeys().machine)
    }
    let longest = made(pathLength: 12_204)
    #expect(longest.description.utf8.count == 16_384)
    #expect(try JoinLink(longest.description) == longest)
    let longer = made(pathLength: 12_205).description
    #expect(throws: JoinLinkError.notALink) { try JoinLink(longer) }
  }

  @Test func `every changed, missing or added letter is noticed`() {
    let text = link.description
    for index in text.indices {
      var changed = text
      changed.replaceSubrange(index...index, with: text[index] == "A" ? "B" : "A")
      #expect(throws: JoinLinkError.self) { try JoinLink(changed) }
      changed.remove(at: index)
      #expect(throws: JoinLinkError.self) { try JoinLink(changed) }
    }
    #expect(throws: JoinLinkError.misspelled) { try JoinLink(text + "A") }
    #expect(throws: JoinLinkError.notALink) { try JoinLink("https://example.org") }
    #expect(throws: JoinLinkError.notALink) { try JoinLink("") }
    #expect(throws: JoinLinkError.notALink) { try JoinLink(text + String(repeating: "A", count: 20_000)) }
  }

  @Test func `a link without a key, a relay or a plain address is misspelled`() throws {
    let (book, key) = ([UInt8](repeating: 1, count: 16), [UInt8](repeating: 2, count: 32))
    func text(_ epoch: Int64, _ relay: String) -> String {
      JoinLink(relay: relay, keys: BookKeys(book: book, keys: [epoch: key]), inviter: link.inviter).description
    }
    #expect(try JoinLink(text(1, "/relay")).relay == "/relay")
    for text in [text(0, "/relay"), text(-1, "/relay"), text(1, ""), text(1, "/a\nb"), text(1, "/\u{1B}[2J")] {
      #expect(throws: JoinLinkError.misspelled) { try JoinLink(text) }
    }
  }
}
