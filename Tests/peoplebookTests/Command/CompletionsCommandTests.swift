import FoundationEssentials
import Glibc
import PeoplebookCore
import TUIKit
import TUITesting
import TestSupport
import Testing

@testable import peoplebook

struct CompletionsCommandTests {
  private let book: TestBook

  init() throws {
    book = TestBook()
    try book.add("Ada Lovelace", "Adam O'Neil", "Zoë Adams")
    try book.run("edit", "Ada Lovelace", "--tag", "far away", "--tag", "math")
  }

  /// The words that the program suggests for a line.
  private func suggestions(_ line: String) throws -> [String] {
    let outcome = try book.run("complete", "--", line)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(line): \(outcome.errors)")
    return outcome.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
  }

  @Test func `verbs, options and values come from the tables of the help`() throws {
    #expect(try suggestions("peoplebook ") == Program.listedCommands.map { $0.name } + ["help"])
    #expect(try suggestions("peoplebook ad") == ["add", "add-email"])
    #expect(try suggestions("peoplebook help co") == ["completions"])
    #expect(try suggestions("peoplebook completions ") == ["bash", "zsh", "fish"])
    #expect(try suggestions("peoplebook list --fo") == ["--format"])
    #expect(try suggestions("peoplebook list --format ") == ["table"] + PersonFormat.writable.map(\.name))
    #expect(try suggestions("peoplebook list --format=js") == ["--format=json"])
    #expect(try suggestions("peoplebook list -fc") == [])
    #expect(try suggestions("peoplebook list -f c") == ["csv"])
    #expect(try suggestions("peoplebook --book x list --so") == ["--sort"])
    #expect(try suggestions("peoplebook --the") == ["--theme"])
    #expect(try suggestions("peoplebook list -- --fo") == [])
    #expect(try suggestions("peoplebook list --tag '' --fo") == ["--format"])
    #expect(try suggestions("peoplebook birthdays x") == [])
    #expect(try book.run("complete", "--", "peoplebook import ").output == "\tfiles\n")
    for line in ["--book ", "share ", "join LINK --relay "] {
      #expect(try book.run("complete", "--", "peoplebook \(line)").output == "\tfiles\n", "\(line)")
    }
    for command in Program.listedCommands {
      let options = (command.options + Option.common).map { "--\($0.name)" }
      #expect(try suggestions("peoplebook \(command.name) -") == options)
    }
  }

  @Test func `people and tags come from the book that the line names`() throws {
    #expect(try suggestions("peoplebook show ada") == ["Ada Lovelace", "Adam O'Neil"])
    #expect(try suggestions("peoplebook show 'Ada L") == ["Ada Lovelace"])
    #expect(try suggestions("peoplebook show Ada\\ L") == ["Ada Lovelace"])
    #expect(try suggestions("peoplebook remove 'Adam O'\\''N") == ["Adam O'Neil"])
    #expect(try suggestions("peoplebook show Zoë A") == [])
    try book.add("Émile Zola")
    #expect(try suggestions("peoplebook show émi") == ["Émile Zola"])
    #expect(try suggestions("peoplebook merge 'Zoë Adams' Zo") == ["Zoë Adams"])
    #expect(try suggestions("peoplebook list --tag m") == ["math"])
    #expect(try suggestions("peoplebook edit x --remove-tag ") == ["far away", "math"])
    let other = TestBook("other.db")
    try other.add("Ada Byron")
    #expect(try suggestions("peoplebook --book '\(other.path)' show Ada") == ["Ada Byron"])
    #expect(try suggestions("peoplebook --book='\(other.path)' show Ada") == ["Ada Byron"])
    let none = try book.run("complete", "--", "peoplebook --book /nowhere/x.db show Ada")
    #expect(none.status == 5 && none.output.isEmpty && none.errors.isEmpty)
  }

  @Test func `a name with control characters is suggested on one line`() throws {
    try book.run("add", "--first", "Eve\u{1B}[2J\nx")
    #expect(try suggestions("peoplebook show Eve") == ["Eve [2J x"])
  }

  /// The suggestions that bash inserts for a line, as it passes the line to the script.
  private func bash(_ line: String) throws -> [String] {
    let script = """
      PATH='\(folderOfProgram)':$PATH PEOPLEBOOK='\(book.path)'; export PEOPLEBOOK
      source <('\(TestBook.program)' completions bash)
      compopt() { COMPREPLY+=(FILES); }
      COMP_LINE=$1 COMP_POINT=${#1}; read -ra COMP_WORDS <<< "${1//=/ = }"; [[ $1 == *' ' ]] && COMP_WORDS+=('')
      COMP_CWORD=$(( ${#COMP_WORDS[@]} - 1 )); _peoplebook; printf '%s\\n' "${COMPREPLY[@]}"
      """
    try Data(script.utf8).write(to: URL(filePath: "\(book.folder)/script"))
    let outcome = try book.shell("bash script '\(line.replacing("'", with: "'\\''"))'")
    #expect(outcome.errors.isEmpty)
    return outcome.output.split(separator: "\n").map(String.init)
  }

  private var folderOfProgram: String { String(TestBook.program.dropLast("/peoplebook".count)) }

  @Test(.enabled("bash is installed") { access("/bin/bash", X_OK) == 0 })
  func `bash quotes what it inserts`() throws {
    #expect(try bash("peoplebook comp") == ["completions"])
    #expect(try bash("peoplebook show Ada") == ["Ada\\ Lovelace", "Adam\\ O\\'Neil"])
    #expect(try bash("peoplebook list --format=js") == ["json"])
    #expect(try bash("peoplebook list --tag ") == ["far\\ away", "math"])
    #expect(try bash("peoplebook list --tag=") == ["far\\ away", "math"])
    #expect(try bash("peoplebook list --tag=fa") == ["far\\ away"])
    #expect(try bash("peoplebook list --tag=\"fa") == ["far away"])
    #expect(try bash("peoplebook list --tag='fa") == ["far away"])
    #expect(try bash("peoplebook import ") == ["FILES"])
  }

  @Test(.enabled("bash is installed") { access("/bin/bash", X_OK) == 0 })
  func `in bash, Tab completes verbs, people and files`() throws {
    try book.run("export", "\(book.folder)/people.vcf")
    let pilot = try ProgramPilot(
      "/bin/bash", ["--norc", "--noprofile", "-i"],
      environment: Built.environment([
        "HOME": book.folder, "PEOPLEBOOK": book.path, "PATH": "\(folderOfProgram):/usr/bin:/bin", "PS1": "ready> ",
        "LC_ALL": "C.UTF-8",
      ]), size: Size(width: 100, height: 30), belongings: book)
    try pilot.waitFor("ready>")
    try pilot.type("cd; source <(peoplebook completions bash); clear\r")
    try pilot.waitUntil("a clear screen") { !$0.contains("source") && $0.contains("ready>") }
    try pilot.type("peoplebook sho\tAda\\ L\t--form\tjs\t\r")
    try pilot.waitUntil("her record") { $0.contains("\"firstName\":\"Ada\"") }
    try pilot.type("peoplebook show \"Zo\t\r")
    try pilot.waitFor("zoë@example.org")
    try pilot.type("clear; peoplebook import --dry-run people.v\t\r")
    try pilot.waitFor("3 people unchanged")
    try expectTag(insertedFor: "list --tag=far\\ a", by: pilot)
    try book.run("add", "--first", "Dr:", "--last", "House", "--email", "house@example.org")
    try pilot.type("clear; peoplebook show Dr:\\ H\t\r")
    try pilot.waitFor("house@example.org")
    try pilot.type("exit\r")
    try pilot.waitForEnd()
  }

  /// Lets a shell complete a line with a tag, and waits for the person who has it.
  private func expectTag(insertedFor line: String, by pilot: ProgramPilot) throws {
    try pilot.type("clear; peoplebook \(line)\t\r")
    try pilot.waitUntil("who has the tag") { $0.contains("far away math") && $0.contains("ada@example.org") }
  }

  /// A shell on a terminal that has read its script.
  private func shell(_ name: String, _ arguments: [String], begin: String) throws -> ProgramPilot {
    let pilot = try ProgramPilot(
      "/usr/bin/\(name)", arguments,
      environment: Built.environment([
        "HOME": book.folder, "PEOPLEBOOK": book.path, "PATH": "\(folderOfProgram):/usr/bin:/bin", "PS1": "ready> ",
        "LC_ALL": "C.UTF-8", "SHELL": "/bin/sh",
      ]), size: Size(width: 100, height: 30), belongings: book)
    try pilot.type("\(begin); echo be''gun\r")
    try pilot.waitFor("begun")
    return pilot
  }

  @Test(.enabled("zsh is installed (apt-get install zsh)") { access("/usr/bin/zsh", X_OK) == 0 })
  func `in zsh, Tab completes verbs, people and tags`() throws {
    try expectScript(acceptedBy: "zsh")
    let pilot = try shell(
      "zsh", ["-f", "-i"],
      begin: "cd; autoload -U compinit && compinit -u -D; source <(peoplebook completions zsh); clear")
    try expectCompletions(by: pilot)
  }

  @Test(.enabled("fish is installed (apt-get install fish)") { access("/usr/bin/fish", X_OK) == 0 })
  func `in fish, Tab completes verbs, people and tags`() throws {
    try expectScript(acceptedBy: "fish")
    let pilot = try shell("fish", ["--no-config"], begin: "cd; peoplebook completions fish | source; clear")
    try expectCompletions(by: pilot)
  }

  /// Lets a shell complete verbs, people, tags and files, and the words of a program that is named by its path.
  private func expectCompletions(by pilot: ProgramPilot) throws {
    try book.run("export", "\(book.folder)/my people.vcf")
    try FileManager.default.createSymbolicLink(
      atPath: "\(book.folder)/bin", withDestinationPath: folderOfProgram)
    try pilot.type("peoplebook sho\tAda\\ L\t--form\tjs\t\r")
    try pilot.waitUntil("her record") { $0.contains("\"firstName\":\"Ada\"") }
    try expectTag(insertedFor: "list --tag fa", by: pilot)
    try pilot.type("clear; peoplebook import --dry-run my\\ p\t\r")
    try pilot.waitFor("3 people unchanged")
    try pilot.type("clear; ~/bin/peoplebook sho\t\"Zo\t\r")
    try pilot.waitFor("zoë@example.org")
    try pilot.type("exit\r")
    try pilot.waitForEnd()
  }

  @Test(arguments: ["zsh", "fish"]) func `other scripts ask the program`(_ shell: String) throws {
    let script = try book.run("completions", shell).output
    #expect(script.contains("peoplebook") && script.contains(" complete -- "))
  }

  /// Checks that a shell can read its script as a whole.
  private func expectScript(acceptedBy shell: String) throws {
    try Data(try book.run("completions", shell).output.utf8).write(to: URL(filePath: "\(book.folder)/script"))
    #expect(try book.shell("\(shell) -n script").status == 0)
  }

  @Test func `wrong usage has its status`() throws {
    #expect(try book.run("completions").status == 2)
    let unknown = try book.run("completions", "tcsh")
    #expect(unknown.status == 2 && unknown.errors.contains("takes bash|zsh|fish, not “tcsh”"))
    #expect(try book.run("complete").status == 2)
    #expect(try book.run("completions", "--help").output.contains("source <(peoplebook completions bash)"))
    #expect(try !book.run("--help").output.contains("  complete "))
  }
}
