import FoundationEssentials
import TestSupport
import Testing

/// The program needs no library for networking, and loads ICU when it is first needed.
@Suite struct NeededLibrariesTests {
  /// The libraries, and a function, which a program that links its library statically contains.
  private static let networking = ["libwebsockets.so", "lws_create_context", "libpq.so"]

  /// The program as the tests build it, and as `make build` builds it, if it has.
  private static let programs = [Built.program("peoplebook"), Built.release("peoplebook")].filter {
    FileManager.default.fileExists(atPath: $0)
  }

  private func mentioned(_ words: [String], in path: String) throws -> [String] {
    let program = try Data(contentsOf: URL(filePath: path), options: .alwaysMapped)
    return program.withUnsafeBytes { bytes in words.filter { bytes.contains($0) } }
  }

  @Test(arguments: programs) func `the program does not link a library for networking`(path: String) throws {
    #expect(try mentioned(Self.networking + ["libsqlite3.so"], in: path) == ["libsqlite3.so"])
  }

  @Test func `a program with actors does`() throws {
    let words = ["libwebsockets.so", "lws_create_context"]
    #expect(try mentioned(words, in: Built.program("Examples")) == words)
    #expect(!Self.programs.isEmpty)
  }

  @Test(arguments: programs) func `ICU and its data are not part of the program`(path: String) throws {
    // The beginning of the name of ICU's data, which a program that links it statically contains.
    #expect(try mentioned(["icudt", "libicui18n.so.%d"], in: path) == ["libicui18n.so.%d"])
  }

  @Test func `without ICU, the message names what to install`() throws {
    let program = try ProgramFixture(adding: ["Ada Lovelace"])
    // The system finds these files before its own libraries, and cannot load them.
    for version in 60...120 { try program.write("", to: "libicui18n.so.\(version)") }
    let environment = ["LD_LIBRARY_PATH=\(program.folder)"]
    let words = ["--book", program.book]
    let sentence = "The library ICU, which orders the names in \(program.book), is missing: install it (libicu)"
    let added = try program.run(words + ["add", "Grace Hopper"], environment: environment)
    #expect(added.status == 5)
    #expect(added.messages.contains(sentence), "\(added.messages)")
    let doctor = try program.run(words + ["doctor"], environment: environment)
    #expect(doctor.status == 1)
    #expect(doctor.output.contains(sentence), "\(doctor.output)")
    let new = try program.run(["--book", "\(program.folder)/new.db", "add", "Grace"], environment: environment)
    #expect(new.status == 5)
    #expect(try program.run("list").output.contains("Ada Lovelace"))
  }
}
