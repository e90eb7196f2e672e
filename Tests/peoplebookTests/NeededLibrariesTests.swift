import FoundationEssentials
import TestSupport
import Testing

/// The program needs no library for networking.
@Suite struct NeededLibrariesTests {
  @Test func `the program does not link a library for networking`() throws {
    let program = try Data(contentsOf: URL(filePath: Built.program("peoplebook")))
    func mentions(_ library: String) -> Bool { program.firstRange(of: Data(library.utf8)) != nil }
    #expect(mentions("libsqlite3.so"))
    #expect(!mentions("libwebsockets.so"))
  }
}
