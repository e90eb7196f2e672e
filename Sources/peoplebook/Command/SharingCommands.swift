import PeoplebookCore

/// The verbs about sharing, which `peoplebook-sync` carries out: this program does no networking.

/// Shares the book.
enum ShareCommand: Command {
  static let name = "share"
  static let summary = "Share the book with other machines, and print the link with which they join."
  static let operands = "RELAY"
  static let operandCount = 1...1
  static let completion = CompletionKind.files
  static let options = [Option.machineName]
  static let details = """
    RELAY carries the changes, but cannot read them. It is one of these:
      FOLDER                       a folder that Syncthing, a cloud or NFS carries to the other machines
      postgresql://HOST/DATABASE   a PostgreSQL database
      http://HOST:PORT             a Rivet server; also https:// and http+unix://SOCKET
    Keep the link secret, like a password. For a book that is already shared, the link is printed again.
    """

  static func run(_ arguments: Arguments) async throws {
    throw SharingProcess.replaceThisOne(try arguments.sharing(["share", arguments.operands[0]], .machineName))
  }
}

/// Makes an empty book a member of a shared one.
enum JoinCommand: Command {
  static let name = "join"
  static let summary = "Join a shared book, with the link from another machine."
  static let operands = "LINK|-"
  static let operandCount = 1...1
  static let relay = Option(
    "relay", value: "FOLDER", "The relay’s folder on this machine, if it is not the one in the link.",
    completion: .files)
  static let options = [relay, Option.machineName]
  static let details = """
    The book must be new or empty: name one with --book to keep your own.
    With - the link is read from standard input: other users of the machine can see the words of a command line.
    """

  static func run(_ arguments: Arguments) async throws {
    throw SharingProcess.replaceThisOne(try arguments.sharing(["join", arguments.operands[0]], relay, .machineName))
  }
}

/// Lists the machines of a shared book.
enum MembersCommand: Command {
  static let name = "members"
  static let summary = "List the machines that share the book, when each was last seen, and what it lacks."
  static let remove = Option("remove", value: "NAME", "Remove a machine, and change the key of the book.")
  static let options = [remove]
  static let details = """
    “Last seen” is the time of a machine’s last change or daily report, by its own clock; if that was ahead, the time at
    which it arrived here. The machine signs its time, so the relay cannot change it. A machine may have more entries
    than it has reported.
    """

  static func run(_ arguments: Arguments) async throws {
    throw SharingProcess.replaceThisOne(try arguments.sharing(["members"], remove))
  }
}

/// Ends the sharing on this machine.
enum LeaveCommand: Command {
  static let name = "leave"
  static let summary = "Stop sharing the book on this machine, and keep the book."
  static let details = "This also works when the relay cannot be reached."

  static func run(_ arguments: Arguments) async throws {
    throw SharingProcess.replaceThisOne(try arguments.sharing(["leave"]))
  }
}

extension Option {
  static let machineName = Option(
    "name", value: "NAME", "The name by which other machines know this one; the host name by default.")
}

extension Arguments {
  /// The words of `peoplebook-sync` for a verb, with the options that were given.
  fileprivate func sharing(_ words: [String], _ options: Option...) throws(Failure) -> [String] {
    var all = ["--book", try BookPath.path(self)]
    for option in options {
      if let value = last(option) { all += ["--\(option.name)", value] }
    }
    // An operand may begin with a dash.
    return all + ["--"] + words
  }
}
