import Glibc
import PeoplebookCore
import Persistence
import Replication

/// What the words of the command line ask for.
struct SyncRequest: Sendable {
  enum Action: Hashable, Sendable {
    /// Keeps the book in step until no program has it open, or without end.
    case run(stays: Bool)
    case share(relay: String)
    case join(link: String, relay: String?)
    case members
    case remove(String)
    case leave
    /// Looks at the relay, for `peoplebook doctor`.
    case check
    case help
  }

  var action: Action = .run(stays: false)
  /// The path of the book.
  var book = ""
  /// The name of this machine, as other members read it; `nil` for that of the host.
  var name: String?

  private static let usage = """
    Usage: peoplebook-sync --book PATH [--stay]
           peoplebook-sync --book PATH VERB [OPTION]…

    Keeps a shared book in step with its relay. The screen and the verbs of peoplebook that read or change people start
    it; “peoplebook share”, “join”, “members”, “leave” and “doctor” run its verbs.

    Verbs
      share RELAY      Share the book, and print the link with which other machines join.
      join LINK|-      Join a shared book; with - the link is read from standard input.
      members          List the machines that share the book.
      leave            Stop sharing the book on this machine, and keep the book.
      check            Examine the relay, and change nothing.

    Options
      -h, --help       Print this help.
      --book PATH      The book.
      --stay           Run until it is stopped, and not only while a program has the book open.
      --name NAME      The name by which other machines know this one; the host name by default.
      --relay FOLDER   With join: the relay’s folder on this machine, if it is not the one in the link.
      --remove NAME    With members: remove a machine, and change the key of the book.

    Exit status
      0                Done.
      1                Failed.
      2                Wrong usage.
      5                The book is unreadable or locked.
      6                The book was changed, but the result could not be printed.

    """

  init(_ words: [String]) throws(SyncFailure) {
    var operands: [String] = []
    var options: [String: String] = [:]
    var stays = false
    var rest = words[...]
    while var word = rest.popFirst() {
      // `--book=PATH` is `--book PATH`.
      if word.hasPrefix("--"), let equals = word.firstIndex(of: "=") {
        rest.insert(String(word[word.index(after: equals)...]), at: rest.startIndex)
        word = String(word[..<equals])
      }
      switch word {
      case "--stay": stays = true
      case "--help", "-h":
        action = .help
        return
      case "--book", "--name", "--relay", "--remove":
        guard let value = rest.popFirst(), !value.isEmpty else { throw .usage("\(word) needs a value.") }
        options[word] = value
      case "--": operands += Array(rest); rest = []
      default:
        guard !word.hasPrefix("-") || word == "-" else {
          throw .usage("There is no option \(word). “--help” lists them.")
        }
        operands.append(word)
      }
    }
    guard let book = options["--book"] else { throw .usage("Name the book with --book.") }
    self.book = Self.resolved(book)
    name = options["--name"]
    if let name, name.count > SharingMember.longestName || Messages.sanitized(name) != name {
      throw .usage("A name has at most \(SharingMember.longestName) characters, and no control characters.")
    }
    switch (operands.first, operands.count) {
    case (nil, _): action = .run(stays: stays)
    case ("share", 2): action = .share(relay: operands[1])
    case ("join", 2):
      // The words of a command line are visible to all users of the machine.
      let link = operands[1] == "-" ? readLine() ?? "" : operands[1]
      action = .join(link: link, relay: options["--relay"])
    case ("members", 1): action = options["--remove"].map { .remove($0) } ?? .members
    case ("leave", 1): action = .leave
    case ("check", 1): action = .check
    default: throw .usage("Unknown command: “peoplebook-sync --help” lists them.")
    }
  }

  /// The path without symbolic links, beside which the book's other files are; a book that does not exist has none yet.
  private static func resolved(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private static var hostName: String {
    var host = [CChar](repeating: 0, count: 256)
    gethostname(&host, host.count - 1)
    return String(decoding: host.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  // MARK: Running

  /// Whether it changes the book.
  var changesBook: Bool {
    switch action {
    case .share, .join, .remove, .leave: true
    case .run, .members, .check, .help: false
    }
  }

  @MainActor
  func run() async throws {
    switch action {
    case .help: print(Self.usage, terminator: "")
    case .run(let stays):
      // The folder in which it is started, perhaps on a disk that is to be removed, is not kept in use.
      if book.hasPrefix("/") { chdir("/") }
      // Another process keeps the book in step already; one that stays takes over when that ends.
      guard let lock = stays ? try SharingLock(waitingFor: book) : SharingLock(book: book) else { return }
      // The book may have been left before this process had the lock, which made the file of the status again.
      guard SharingStatus.isShared(book: book) else {
        withExtendedLifetime(lock) { SharingLock.removeFile(book: book) }
        throw SharingError.notShared
      }
      let process = SyncProcess(book: book, runsUntilStopped: stays, lock: lock)
      defer { withExtendedLifetime(process) {} }
      try await process.run()
    case .share(let relay):
      try await share(relay)
      startIfOpen()
    case .join(let link, let relay):
      try await join(try JoinLink(link), relay)
      startIfOpen()
    case .members: try await listMembers()
    case .remove(let name): try await remove(name)
    case .leave: try await leave()
    case .check: try await RelayCheck(book: book).run()
    }
  }

  /// Starts what keeps the book in step for the programs that have it open; later ones start it themselves.
  private func startIfOpen() {
    let path = Self.resolved(book)
    if OpenBooks.isOpenElsewhere(path) { SharingProcess.start(forSharedBook: path) }
  }

  @MainActor
  private func open() async throws -> Synchronizer<Person> {
    let store = try Book.open(at: book, create: false)
    return try await .open(store, Person.self)
  }

  @MainActor
  private func share(_ relay: String) async throws {
    let store = try Book.open(at: book)
    let known = try await linkOfSharedBook(store, relay)
    let link = if let known { known } else { try await newLink(store, relay) }
    print(link)
    if isatty(STDOUT_FILENO) == 1, let code = QRCode(link.description) { print(code.text) }
    Messages.write("Join on another machine with: peoplebook join LINK. The link is like a password.")
    await store.close()
  }

  /// Shares the book, and returns its link.
  @MainActor
  private func newLink(_ store: Store, _ relay: String) async throws -> JoinLink {
    let address = try Self.existingRelay(relay)
    // Of two programs that share a book at the same time, each would undo what the other does.
    let lock = try SharingLock(waitingFor: store.path)
    defer { withExtendedLifetime(lock) {} }
    if let known = try await linkOfSharedBook(store, relay) { return known }
    do {
      return try await Synchronizer.share(
        store, Person.self, relay: address, name: name ?? Self.hostName
      ).book.link
    } catch let error as RelayError where error.isTemporary {
      throw SyncFailure.failed("\(error) The book is not shared: check the relay, and try again.")
    }
  }

  /// The link of a book that is shared through the relay already, which gets again what it has lost; `nil` for a book
  /// that is not shared.
  @MainActor
  private func linkOfSharedBook(_ store: Store, _ relay: String) async throws -> JoinLink? {
    guard let shared = try await Self.sharedBook(store) else { return nil }
    guard !shared.isRemoved else { throw SharingError.removed }
    let link = shared.link
    let address = (try? Self.address(relay)) ?? relay
    guard Self.resolved(address) == Self.resolved(link.relay) else {
      throw SharingError.sharedElsewhere(relay: link.relay)
    }
    if let name, name != shared.name {
      Messages.write("this machine stays “\(shared.name)”: it gets its name when it shares or joins.")
    }
    do {
      if try await Synchronizer(shared, try link.makeRelay()).restoreRelay() {
        Messages.write(
          "\(RelayAddress.withoutPassword(link.relay)) had nothing of this book, and has everything again.")
      }
    } catch let error as RelayError {
      Messages.write("\(error)")
    }
    return link
  }

  /// The shared book; `nil` for another one, and where a sharing was interrupted before it began.
  @MainActor
  private static func sharedBook(_ store: Store) async throws -> SharedBook<Person>? {
    guard SharedBook<Person>.isShared(store) else { return nil }
    do {
      return try await SharedBook.open(store, Person.self)
    } catch SharingError.notShared {
      return nil
    }
  }

  @MainActor
  private func join(_ link: JoinLink, _ relay: String?) async throws {
    let store = try Book.open(at: book)
    // The process that keeps a shared book in step has the lock.
    guard try await Self.sharedBook(store) == nil else { throw SharingError.alreadyShared }
    let lock = try SharingLock(waitingFor: store.path)
    defer { withExtendedLifetime(lock) {} }
    let synchronizer: Synchronizer<Person>
    do {
      synchronizer = try await .join(
        store, Person.self, link, relay: try relay.map(Self.existingRelay), name: name ?? Self.hostName)
    } catch let error as RelayError where error.isTemporary {
      throw SyncFailure.failed("\(error) The book has not joined: check the relay, and try again.")
    }
    let joined = "Joined: \(try store.count(Person.self).people)."
    do {
      let report = try await synchronizer.synchronize()
      let problems = report.unreadable + report.refused.map(\.description)
      if let problem = problems.first {
        Messages.write(joined)
        throw SyncFailure.failed("Changes of the others are missing. \(problem) “peoplebook doctor” looks again.")
      }
      Messages.write("\(joined) \(book) now stays in sync.")
    } catch let error as RelayError {
      Messages.write(joined)
      Messages.write("\(error) Until then nothing from here reaches the other machines, which do not list this one.")
    }
    await store.close()
  }

  @MainActor
  private func remove(_ name: String) async throws {
    let synchronizer = try await open()
    do {
      // Without the relay's news the member may be unknown here.
      try await synchronizer.synchronize()
    } catch let error as RelayError {
      throw SyncFailure.failed("\(error) \(name) is still a member: try again when the relay works.")
    }
    try await synchronizer.book.remove(member: name)
    do {
      try await synchronizer.synchronize()
    } catch let error as RelayError {
      Messages.write("\(error) \(name) is removed for all when it can be reached again.")
    }
    Messages.write("\(name) is no longer a member. Earlier join links no longer work: use this one.")
    print(synchronizer.book.link)
  }

  @MainActor
  private func leave() async throws {
    let store = try Book.open(at: book, create: false)
    let reason = try await Synchronizer.leave(store, Person.self)
    await store.close()
    SharingLock.removeFile(book: book)
    Messages.write("\(book) is no longer shared on this machine, and keeps its people.")
    guard let reason else { return }
    Messages.write(
      "\(reason) The other machines still list this one, and may lack its last changes: "
        + "“peoplebook members --remove NAME” on one of them removes it.")
  }

  /// The address of a relay that is about to be used; a folder must exist.
  private static func existingRelay(_ text: String) throws -> String {
    guard text.contains("://") || access(text, F_OK) == 0 else {
      throw SyncFailure.failed(
        "There is no folder “\(text)”: create it, or name postgresql://HOST/DATABASE or http://HOST:PORT.")
    }
    return try address(text)
  }

  /// The absolute path of a folder that may be missing, in one that is there.
  private static func absolute(_ path: String) -> String {
    if access(path, F_OK) == 0 { return resolved(path) }
    let name = path.split(separator: "/").last ?? ""
    let parent = path.dropLast(name.count)
    return resolved(parent.isEmpty ? "." : String(parent)) + "/\(name)"
  }

  /// The address; that of a folder is an absolute path, without slashes at its end.
  private static func address(_ text: String) throws -> String {
    var address = text
    if !text.contains("://") {
      while address.count > 1, address.hasSuffix("/") { address.removeLast() }
      if !address.hasPrefix("/") { address = absolute(address) }
    }
    _ = try RelayAddress(address)
    return address
  }

  @MainActor
  private func listMembers() async throws {
    let synchronizer = try await open()
    do {
      let report = try await synchronizer.synchronize()
      for problem in report.unreadable + report.refused.map(\.description) + report.ignored { Messages.write(problem) }
    } catch let error as RelayError {
      Messages.write("\(error) This is the list as of the last exchange.")
    }
    for member in synchronizer.book.members { print(MemberLine.text(member)) }
    await synchronizer.book.store.close()
  }
}
