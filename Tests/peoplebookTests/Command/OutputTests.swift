import FoundationEssentials
import Testing

/// Standard output, standard error, and the encoding of the output.
struct OutputTests {
  private let book = TestBook()

  /// A book with a listing longer than a pipe holds.
  private func fill() throws {
    #expect(try book.run("demo", "--people", "3000", "--rate", "0", "--changes", "0").status == 0)
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: "\(book.folder)/\(name)", encoding: .utf8)
  }

  @Test func `a full output is a failure, and its own status after a change`() throws {
    try book.add("Ada Lovelace")
    for verb in [["list"], ["show", "ada"], ["log"], ["export"], ["export", "/dev/full"], ["--help"], ["doctor"]] {
      let outcome = try book.run(verb, output: "/dev/full")
      #expect(outcome.status == 1 && outcome.errors.contains("No space left on device"), "\(verb): \(outcome)")
    }
    #expect(try book.run("add", "Bob", output: "/dev/full").status == 6)
    #expect(try book.run("show", "bob").status == 0)
  }

  @Test(arguments: [
    "list", "list -f json", "export", "export -", "export /dev/stdout", "export pipe.csv", "log", "log -f json",
  ])
  func `a reader that leaves ends a verb without an error`(_ words: String) throws {
    try fill()
    let outcome = try book.shell(
      words.hasSuffix("pipe.csv")
        ? "mkfifo pipe.csv; head -n 1 pipe.csv & peoplebook \(words); echo $? >status; wait"
        : "(peoplebook \(words); echo $? >status) | head -n 1")
    #expect(outcome.output.split(separator: "\n").count == 1)
    #expect(try text("status") == "0\n")
    #expect(outcome.errors.isEmpty, "\(outcome.errors)")
  }

  @Test func `people are exported to pipes, devices and descriptors`() throws {
    try book.add("Ada Lovelace")
    let cards = try book.run("export").output
    #expect(cards.hasPrefix("BEGIN:VCARD"))
    for script in [
      "peoplebook export /dev/stdout", "peoplebook export /dev/fd/1", "peoplebook export - | cat",
      "peoplebook export /dev/stdout | cat", "peoplebook export /dev/fd/3 3>&1 | cat",
      "mkfifo f; cat f & peoplebook export f; wait", "ln -s /dev/stdout link; peoplebook export link | cat",
    ] {
      #expect(try book.shell(script).output == cards, "\(script)")
    }
    let outcome = try book.shell("peoplebook export /dev/null && test -c /dev/null")
    #expect(outcome.status == 0 && outcome.errors.contains("1 person written"))
  }

  @Test func `a card has links on a terminal only`() throws {
    try book.add("Ada Lovelace")
    let link = "\u{1B}]8;;mailto:ada@example.org"
    #expect(try !book.shell("peoplebook show ada").output.contains("\u{1B}"))
    let command = "\(TestBook.program) --book \(book.path) show ada"
    #expect(try book.shell("script -qec '\(command)' /dev/null").output.contains(link))
    #expect(try !book.shell("TERM=dumb script -qec '\(command)' /dev/null").output.contains("\u{1B}"))
  }

  @Test(arguments: ["/dev/stdout", "/dev/fd/3"])
  func `exporting to a descriptor keeps what its file holds`(_ path: String) throws {
    try book.add("Ada Lovelace")
    let redirection = path == "/dev/stdout" ? ">>" : "3>>"
    let outcome = try book.shell("echo before >out; peoplebook export \(path) \(redirection)out; echo after >>out")
    #expect(outcome.status == 0)
    #expect(try text("out").hasPrefix("before\nBEGIN:VCARD") && text("out").hasSuffix("END:VCARD\r\nafter\n"))
  }

  @Test func `a folder, an empty name and a closed descriptor are refused`() throws {
    try book.add("Ada Lovelace")
    let folder = try book.run("export", book.folder)
    #expect(folder.status == 1 && folder.errors.contains("is a folder: name a file in it"))
    for verb in ["export", "import"] {
      let unnamed = try book.run(verb, "")
      #expect(unnamed.status == 2 && unnamed.errors.contains("Name the file to"))
    }
    #expect(try book.run("export", "/dev/fd/77").errors.contains("/dev/fd/77: Bad file descriptor"))
  }

  @Test func `closed standard streams are reported and never taken for a file`() throws {
    try book.add("Ada Lovelace")
    let list = try book.shell("peoplebook list >&-")
    #expect(list.status == 1 && list.errors.contains("Cannot write to standard output: Bad file descriptor."))
    #expect(try book.shell("peoplebook add Bob >&-").status == 6)
    let input = try book.shell("peoplebook import - <&-")
    #expect(input.status == 1 && input.errors == "peoplebook: standard input: Bad file descriptor.\n")
    #expect(try book.shell("peoplebook add Cleo <&- >&- 2>&-").status == 6)
    #expect(try book.shell("peoplebook show nobody 2>&-").status == 3)
    #expect(try book.shell("peoplebook show nobody 2>/dev/full").status == 3)
    #expect(try book.run("list", "--format", "json").output.split(separator: "\n").count == 3)
    #expect(try book.run("doctor").output.contains("no damage found"))
  }

  @Test(arguments: ["LC_ALL=C", "LC_ALL=POSIX", "LC_ALL= LC_CTYPE= LANG="])
  func `where the locale is ASCII, so are messages and tables`(_ locale: String) throws {
    #expect(try book.run("add", "Åsa Öström", "--note", "山 – “x”", "--author", "Zoë").status == 0)
    #expect(try book.run("edit", "Åsa Öström", "--tag", "née", "--author", "Zoë").status == 0)
    let verbs = [
      "list", "show asa", "log", "undo --list", "--help", "help list", "show nobody", "list --sort ö", "öl", "doctor",
      "import none.vcf", "export ö.vcf", "remove ebba", "undo", "redo", "add", "edit 'Åsa Öström' --title ö",
      "demo --help",
    ]
    for verb in verbs {
      let outcome = try book.shell("peoplebook \(verb)", environment: "\(locale) XDG_DATA_HOME=/nowhere")
      let text = outcome.output + outcome.errors
      #expect(text.utf8.allSatisfy { $0 < 0x80 } && !text.contains("??"), "\(verb): \(text)")
      #expect(text.isEmpty == verb.hasSuffix("--title ö"), "\(verb)")
    }
    #expect(try book.shell("peoplebook list", environment: locale).output.contains("Asa Ostrom"))
    #expect(try book.shell("peoplebook doctor", environment: locale).output.contains("shows only ASCII letters"))
    // Data is the same in every locale.
    for verb in ["list -f json", "export", "log -f json", "show asa -f csv"] {
      #expect(try book.shell("peoplebook \(verb)", environment: locale).output.contains("Åsa"), "\(verb)")
    }
  }
}
