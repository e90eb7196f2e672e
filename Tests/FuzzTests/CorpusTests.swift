import FoundationEssentials
import Glibc
import PeoplebookCore
import TestSupport
import Testing

@testable import Fuzz

/// The inputs that are kept for the fuzzer, which include those that have once found a mistake.
@MainActor struct CorpusTests {
  private static let root = (#filePath as String).split(separator: "/").dropLast(3).map { "/\($0)" }.joined()

  @Test(arguments: FuzzTarget.allCases) func `no input of the corpus breaks its law`(target: FuzzTarget) throws {
    let corpus = "\(Self.root)/Tests/Support/Fuzz/Corpus/\(target.rawValue)"
    #expect(try FileManager.default.contentsOfDirectory(atPath: corpus).count >= 3)
    let folder = TemporaryFolder()
    let program = "FUZZ_TARGET=\(target.rawValue) timeout 60 '\(Built.program("Fuzz"))'"
    #expect(
      system("\(program) '\(corpus)' >'\(folder.path)/log' 2>&1") == 0,
      "\((try? String(contentsOfFile: "\(folder.path)/log", encoding: .utf8)) ?? "")")
  }

  @Test func `each format that can be read is a target`() {
    #expect(PersonFormat.readable.filter { FuzzTarget(rawValue: $0.name) == nil }.map(\.name) == [])
  }

  @Test func `the Makefile names each target`() throws {
    let makefile = try String(contentsOfFile: "\(Self.root)/Makefile", encoding: .utf8)
    let list = try #require(makefile.firstMatch(of: /\nFUZZED := (.*)\n/)).1
    #expect(list.split(separator: " ").map(String.init) == FuzzTarget.allCases.map(\.rawValue))
  }
}
