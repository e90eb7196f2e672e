import FoundationEssentials
import TUIKit
import TestSupport
import Testing

@testable import TUITesting

@Suite struct `Pictures of failures` {
  @Test func `are stored in the given folder only`() throws {
    let place = TemporaryFolder()
    let folder = "\(place.path)/pictures"
    let terminal = VirtualTerminal(size: Size(width: 20, height: 2))
    terminal.write("Ada Lovelace")
    #expect(FailurePicture.keep(terminal.contents, of: "“Ada/..”", in: nil) == nil)
    let path = try #require(FailurePicture.keep(terminal.contents, of: "“Ada/..”", in: folder))
    #expect(path == "\(folder)/-Ada----.svg")
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains("Ada Lovelace"))
  }
}
