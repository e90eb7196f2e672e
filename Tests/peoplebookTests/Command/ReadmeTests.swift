import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// The commands of the README, run by a shell as they are printed.
struct ReadmeTests {
  private static let root = (#filePath as String).split(separator: "/").dropLast(4).map { "/\($0)" }.joined()

  /// The commands in the blocks of a section, without their comments.
  private static func commands(under heading: String) throws -> [String] {
    let readme = try String(contentsOfFile: "\(root)/README.md", encoding: .utf8)
    let start = try #require(readme.firstRange(of: "\n## \(heading)\n")).upperBound
    let section = readme[start...].prefix(upTo: readme[start...].firstRange(of: "\n## ")?.lowerBound ?? readme.endIndex)
    return section.split(separator: "\n").filter { $0.hasPrefix("    ") && !$0.hasPrefix("    {") }.map { line in
      let text = line.dropFirst(4)
      return String(text[..<(text.firstRange(of: " #")?.lowerBound ?? text.endIndex)])
    }
  }

  /// Runs a command in a home of its own; returns what it printed when it failed.
  private func failure(of command: String, home: String) throws -> String? {
    try Data("cd '\(home)'\n\(command)\n".utf8).write(to: URL(filePath: "\(home)/script"))
    let programs = Built.program("")
    let status = system(
      """
      HOME='\(home)' PEOPLEBOOK='\(home)/people.db' TERM=xterm LC_ALL=C.UTF-8 PATH='\(programs)':"$PATH" \
      timeout 60 bash -e -o pipefail '\(home)/script' >'\(home)/log' 2>&1 </dev/null
      """)
    return status == 0 ? nil : (try? String(contentsOfFile: "\(home)/log", encoding: .utf8)) ?? ""
  }

  /// Whether a command shows a screen, or runs until it is interrupted; other tests run these.
  private func staysOpen(_ command: String) -> Bool {
    let words = command.split(separator: " ")
    return words.count == 1 || words[1].hasPrefix("--") || ["demo", "watch"].contains(words[1])
  }

  @Test(arguments: ["Everyday use", "The command line", "Your own card"])
  func `each command works as printed`(section: String) throws {
    let folder = TemporaryFolder()
    let home = folder.path
    // The people and the files of which the commands speak.
    let files = [
      "contacts.vcf": "BEGIN:VCARD\nVERSION:4.0\nFN:Alan Turing\nEND:VCARD\n",
      "people.csv": "name,Tel. 2\nGrace Hopper,+1 212 555\n",
      "message": "From: Charles <charles@example.org>\n\n",
    ]
    for (name, text) in files { try Data(text.utf8).write(to: URL(filePath: "\(home)/\(name)")) }
    try FileManager.default.createSymbolicLink(
      atPath: "\(home)/Resources", withDestinationPath: "\(Self.root)/Resources")
    // Two entries of one person with a birthday today.
    let twice = "'Donald Knuth' --email don@example.org --birthday 1940-$(date +%m-%d)"
    for words in ["'Bill Bixby'", "'Augusta King'", twice, twice] {
      #expect(try failure(of: "peoplebook add \(words)", home: home) == nil)
    }
    let commands = try Self.commands(under: section).filter { !staysOpen($0) }
    #expect(commands.count > 2)
    for command in commands where !command.contains("man -l") || access("/usr/bin/man", X_OK) == 0 {
      let failure = try failure(of: command, home: home)
      #expect(failure == nil, "\(command)")
    }
  }
}
