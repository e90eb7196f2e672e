import FoundationEssentials
import TestSupport
import Testing

/// The program needs no library for networking.
@Suite struct NeededLibrariesTests {
  /// The libraries, and a function, which a program that links its library statically contains.
  private static let networking = ["libwebsockets.so", "lws_create_context", "libpq.so"]

  /// The program as the tests build it, and as `make build` builds it, if it has.
  private static let programs = [Built.program("peoplebook"), Built.release("peoplebook")].filter {
    FileManager.default.fileExists(atPath: $0)
  }

  private func mentioned(_ words: [String], in path: String) throws -> [String] {
    let program = try Data(contentsOf: URL(filePath: path), options: .alwaysMapped)
    return words.filter { program.firstRange(of: Data($0.utf8)) != nil }
  }

  @Test(arguments: programs) func `the program does not link a library for networking`(path: String) throws {
    #expect(try mentioned(Self.networking + ["libsqlite3.so"], in: path) == ["libsqlite3.so"])
  }

  @Test func `a program with actors does`() throws {
    let words = ["libwebsockets.so", "lws_create_context"]
    #expect(try mentioned(words, in: Built.program("Examples")) == words)
    #expect(!Self.programs.isEmpty)
  }
}
