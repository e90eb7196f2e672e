import Glibc

/// What follows the name of an example: `[--endpoint URL] [--name NAME]`.
struct ExampleOptions {
  /// What is wrong with the arguments or the environment.
  enum WrongUsage: Error, CustomStringConvertible {
    case noAddress
    case noName
    case longPath
    case sharedFolder(String)
    case unknown(String)

    var description: String {
      switch self {
      case .noAddress: "Add the address of a server after --endpoint."
      case .noName: "Add the name that others see after --name."
      case .longPath: "The path of the socket is too long: set XDG_RUNTIME_DIR to a folder with a shorter one."
      case .sharedFolder(let path): "“\(path)” is not a folder of yours alone: set XDG_RUNTIME_DIR to one that is."
      case .unknown(let text): "“\(text)” is not an option: use --endpoint URL or --name NAME."
      }
    }
  }

  /// The options of this program.
  static let shared = orEnd { try ExampleOptions(CommandLine.arguments.dropFirst(2)) }

  /// The server; `nil` for a host that one of the running examples embeds.
  private(set) var endpoint: String?
  /// The name by which others know this user: that of the process's user.
  private(set) var name = getenv("USER").map { String(cString: $0) } ?? "user \(getpid())"

  init(_ arguments: some Sequence<String>) throws(WrongUsage) {
    var rest = arguments.makeIterator()
    func value(or error: WrongUsage) throws(WrongUsage) -> String {
      guard let text = rest.next(), !text.isEmpty, !text.hasPrefix("--") else { throw error }
      return text
    }
    while let option = rest.next() {
      switch option {
      case "--endpoint": endpoint = try value(or: .noAddress)
      case "--name": name = try value(or: .noName)
      default: throw .unknown(option)
      }
    }
  }

  /// Returns what `body` returns; ends the program with its error.
  static func orEnd<Value>(_ body: () throws -> Value) -> Value {
    do { return try body() } catch { end("\(error)") }
  }

  /// Ends the program, which was used in a wrong way.
  static func end(_ message: String) -> Never {
    report(message)
    exit(2)
  }

  /// Writes a line to the standard error output.
  static func report(_ message: String) {
    let line = "\(message)\n"
    write(STDERR_FILENO, line, line.utf8.count)
  }
}
