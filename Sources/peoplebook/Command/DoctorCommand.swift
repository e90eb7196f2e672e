import Glibc
import PeoplebookCore
import Persistence

enum DoctorCommand: Command {
  static let name = "doctor"
  static let summary = "Check the terminal, the settings, the book and its relay, and say what to do."
  static let details = "Exit status 1 when something is wrong."

  /// The locale of characters.
  struct CharacterLocale {
    /// The locale that the environment names; empty when it names none.
    var wanted: String
    /// The locale in use.
    var present: String
    /// Whether it can represent characters beyond ASCII.
    var isUTF8: Bool
  }

  struct Finding: Equatable {
    var isGood: Bool
    var topic: String
    var text: String
  }

  static func run(_ arguments: Arguments) async throws {
    let terminal = terminal(environment: { name in getenv(name).map { String(cString: $0) } })
    let findings = terminal + settings + (await book(arguments))
    for finding in findings {
      Output.write("\(finding.isGood ? "ok " : "!! ") \(finding.topic): \(PlainText.line(finding.text))\n")
    }
    if findings.contains(where: { !$0.isGood }) { throw Failure.failed("Something is wrong: see the lines with !!.") }
  }

  // MARK: The terminal

  static func terminal(environment: (String) -> String?) -> [Finding] {
    var findings: [Finding] = []
    let term = environment("TERM") ?? ""
    if ["", "dumb", "unknown"].contains(term) {
      findings.append(
        Finding(
          isGood: false, topic: "terminal",
          text: "TERM is “\(term)”, which cannot show a screen: set it to your terminal’s type, such as xterm-256color."
        ))
    } else {
      findings.append(Finding(isGood: true, topic: "terminal", text: term))
    }
    findings.append(textEncoding(CharacterLocale(environment: environment)))
    let colours =
      environment("NO_COLOR").map { !$0.isEmpty } == true
      ? "none, since NO_COLOR is set"
      : ["truecolor", "24bit"].contains(environment("COLORTERM") ?? "")
        ? "24 bits"
        : term.contains("256color") ? "256" : "16 or fewer; if your terminal shows more, set COLORTERM=truecolor"
    findings.append(Finding(isGood: true, topic: "colours", text: colours))
    if let width = Output.terminalWidth {
      let isWide = width >= 40
      findings.append(
        Finding(isGood: isWide, topic: "width", text: "\(width) columns" + (isWide ? "" : "; make it at least 40.")))
    } else {
      findings.append(Finding(isGood: true, topic: "width", text: "standard output is not a terminal"))
    }
    return findings
  }

  /// Whether the locale can show all letters.
  static func textEncoding(_ locale: CharacterLocale) -> Finding {
    let missing = locale.wanted.isEmpty || locale.wanted == locale.present
    let absence = missing ? "" : "; the locale “\(locale.wanted)” is not installed"
    guard !locale.isUTF8 else { return Finding(isGood: true, topic: "text encoding", text: "UTF-8" + absence) }
    return Finding(
      isGood: true, topic: "text encoding",
      text: """
        “\(locale.present)” shows only ASCII letters\(absence). Other letters are replaced on the screen, and \
        unchanged in the book. Set LC_ALL=C.UTF-8 to see them.
        """)
  }

  // MARK: The settings

  /// Each wrong value in the settings file; nothing without such a file.
  private static var settings: [Finding] {
    guard let problems = UserState.settingsFile?.problems else { return [] }
    if problems.isEmpty { return [Finding(isGood: true, topic: "settings", text: "all are understood")] }
    return problems.map { Finding(isGood: false, topic: "settings", text: "config.json, \($0).") }
  }

  // MARK: The book

  @MainActor
  static func book(_ arguments: Arguments) async -> [Finding] {
    do {
      let path = try BookPath.path(arguments)
      guard !isFileAbsent(at: path) else {
        return [Finding(isGood: !BookPath.isNamed(arguments), topic: "book", text: "There is no book at \(path) yet.")]
      }
      let store = try OpenBook.open(at: path, create: false)
      let count = try store.count(Person.self)
      var findings = [
        Finding(isGood: true, topic: "book", text: "\(path), \(count.people)")
      ]
      findings.append(
        store.readOnlyReason.map { Finding(isGood: false, topic: "changes", text: Failure($0).message) }
          ?? Finding(isGood: true, topic: "changes", text: "the book can be changed"))
      findings += otherNames(of: store.path)
      findings += (try imports(of: store)) + contents(path, try await store.check())
      return findings + sharing(store)
    } catch {
      return [Finding(isGood: false, topic: "book", text: Failure(error).message)]
    }
  }

  /// Other names of the book's file: each has a log of its own beside it.
  private static func otherNames(of path: String) -> [Finding] {
    var status = stat()
    guard stat(path, &status) == 0, status.st_nlink > 1 else { return [] }
    let text = """
      The file has \(status.st_nlink) names (hard links). Programs that open it under different names lose each \
      other’s changes: keep one name, and copy the book, or make a symbolic link, in place of the others.
      """
    return [Finding(isGood: false, topic: "names", text: text)]
  }

  /// What `peoplebook-sync` finds out about the relay of a shared book, within a limit of its own.
  @MainActor
  private static func sharing(_ store: Store) -> [Finding] {
    guard let status = SharingStatus(of: store) else { return [] }
    guard SharingStatus.isShared(book: store.path) else { return [exchange(status)] }
    guard let output = SharingProcess.output(of: ["--book", store.path, "check"]) else {
      return [Finding(isGood: false, topic: "relay", text: SharingProcess.missing)]
    }
    return [exchange(status)] + output.split(separator: "\n").map { Self.sharing(line: $0) }
  }

  /// The finding about the process that keeps a book in step.
  static func exchange(_ status: SharingStatus) -> Finding {
    switch status {
    case .refused, .retrying, .stopped: Finding(isGood: false, topic: "exchange", text: status.sentence ?? "")
    case .notRunning:
      Finding(isGood: true, topic: "exchange", text: "\(SharingProcess.name) starts when the book is opened")
    case .live, .syncing, .offline, .unreadable:
      Finding(isGood: true, topic: "exchange", text: "\(SharingProcess.name) is running")
    }
  }

  /// The finding in a line such as `ok key: …`; any other line is the reason why there is none.
  static func sharing(line: Substring) -> Finding {
    let words = line.split(separator: " ", maxSplits: 2)
    guard words.count == 3, ["ok", "!!"].contains(words[0]), words[1].hasSuffix(":") else {
      return Finding(isGood: false, topic: "relay", text: String(line.trimmingPrefix("peoplebook: ")))
    }
    return Finding(isGood: words[0] == "ok", topic: String(words[1].dropLast()), text: String(words[2]))
  }

  /// The imports that a crash has interrupted.
  @MainActor
  private static func imports(of store: Store) throws -> [Finding] {
    guard !store.isReadOnly else { return [] }
    do {
      return try ResumableImports(store: store).interruptedFiles().map { file in
        let name = file == "-" ? "a pipe" : file
        return Finding(
          isGood: false, topic: "import",
          text: "The import from \(name) was interrupted. Opening the book, or the next import, finishes it.")
      }
    } catch let error as ImportError {
      return [Finding(isGood: false, topic: "import", text: "An import was interrupted. \(error)")]
    }
  }

  /// The findings of the check of the whole book.
  private static func contents(_ path: String, _ faults: [String]) -> [Finding] {
    guard !faults.isEmpty else {
      return [Finding(isGood: true, topic: "contents", text: "no damage found")]
    }
    let advice = Finding(
      isGood: false, topic: "contents",
      text: "\(path) is damaged: export what can be read, then restore the book from a backup.")
    return faults.map { Finding(isGood: false, topic: "contents", text: $0) } + [advice]
  }
}

extension DoctorCommand.CharacterLocale {
  /// The locale that the C library selects in this environment.
  init(environment: (String) -> String?) {
    wanted = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty } ?? ""
    let before = setlocale(LC_CTYPE, nil).map { String(cString: $0) } ?? "C"
    defer { setlocale(LC_CTYPE, before) }
    // If the named locale is missing, the library keeps the current one.
    setlocale(LC_CTYPE, "C")
    present = setlocale(LC_CTYPE, "").map { String(cString: $0) } ?? "C"
    isUTF8 = nl_langinfo(nl_item(CODESET)).map { String(cString: $0) } == "UTF-8"
  }
}
