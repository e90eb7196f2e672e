import Glibc
import Testing

@testable import peoplebook

struct ManCommandTests {
  @Test func `the page has every verb, option and status`() throws {
    let page = try ProgramFixture().run(["man"])
    #expect(page.status == 0 && page.messages.isEmpty && page.output.hasPrefix(".TH PEOPLEBOOK 1 "))
    for command in Program.listedCommands {
      #expect(page.output.contains("\n.SS peoplebook \(command.name.replacing("-", with: "\\-"))"))
      for option in command.options {
        #expect(page.output.contains("\\-\\-\(option.name.replacing("-", with: "\\-"))"), "--\(option.name)")
      }
    }
    for status in ExitStatus.allCases { #expect(page.output.contains(".B \(status.rawValue)\n")) }
    for setting in SettingsFile.all { #expect(page.output.contains(setting.key)) }
    #expect(page.output.contains(".B $XDG_CONFIG_HOME/peoplebook/config.json\n"))
    for name in ["COLORFGBG", "TMPDIR", "XDG_RUNTIME_DIR", "http_proxy", "BOOK.keys", "BOOK.sync"] {
      #expect(page.output.contains("\n.B \(name)\n"), "\(name)")
    }
    #expect(page.output.contains("\n.SS peoplebook help VERB\nPrint the help of a verb.\n"))
    #expect(page.output.hasSuffix("\n.SH SEE ALSO\n.BR peoplebook\\-sync (1)\n"))
    // Only what troff would take for a request is hidden from it.
    let hidden = page.output.split(separator: "\n").compactMap { $0.hasPrefix("\\&") ? $0.dropFirst(2).first : nil }
    #expect(hidden.allSatisfy { $0 == "." })
    #expect(!page.output.contains { $0 == "'" || $0 == "~" })
    #expect(!page.output.contains("complete LINE"))
    #expect(try ProgramFixture().run(["man", "x"]).status == 2)
    #expect(try ProgramFixture().run(["man", "--help"]).output.hasPrefix("Usage: peoplebook man"))
  }

  @Test(.enabled("groff is installed") { access("/usr/bin/groff", X_OK) == 0 })
  func `groff formats the page without a warning`() throws {
    let book = TestBook()
    let outcome = try book.shell("peoplebook man | groff -man -Tutf8 -Kutf8 -ww -P-cbou")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(outcome.output.contains("peoplebook show [OPTION]… WHO"))
    #expect(outcome.output.contains("--birthday DATE") && outcome.output.contains("peoplebook query -- '%s'"))
    #expect(outcome.output.contains("~/.config"))
  }
}
