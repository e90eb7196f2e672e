import Glibc
import PeoplebookCore
import Persistence

enum ExportCommand: Command {
  static let name = "export"
  static let summary = "Write people to a file, or to standard output."
  static let operands = "[FILE|-]"
  static let operandCount = 0...1
  static let format = Option(
    "format", letter: "f", value: "FORMAT", "vcard, json or csv; by the file's name by default.")
  static let version = Option("vcard-version", value: "3.0|4.0", "The version of vCard; 3.0 by default.")
  static let options = [format, version, Option.search, .tag, Selection.sort, Selection.reverse]

  static func run(_ arguments: Arguments) async throws {
    let path = arguments.operands.first ?? "-"
    let format = try arguments.choice(format, of: PersonFormat.self) ?? PersonFormat(path: path) ?? .vcard
    let version = try arguments.choice(version, of: VCardVersion.self) ?? .v3
    let query = try Selection.query(arguments)
    let store = try OpenBook.open(arguments, create: false)
    let people = try store.fetch(query)
    if people.isEmpty, Selection.isNarrowed(arguments) {
      throw Failure(status: .nobody, message: "Nobody in the book matches; nothing was written.")
    }
    let writer = format.writer(version: version)
    if path == "-" {
      var output = BufferedOutput()
      output.write(people, with: writer)
      output.flush()
    } else {
      try write(people, with: writer, to: path)
      Output.message("Wrote \(people.count == 1 ? "one person" : "\(people.count) people") to \(path).")
    }
  }

  /// Writes beside the file first, so that an old one is whole until the new one is.
  private static func write(_ people: [Person], with writer: any PersonWriter, to path: String) throws(FileError) {
    var status = stat()
    let isSpecial = stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
    let target = isSpecial ? path : path + ".part"
    let descriptor = Glibc.open(target, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError(path: path, code: errno) }
    var text = ""
    var writer = writer
    var failure: Int32?
    writer.begin(into: &text)
    for person in people where failure == nil {
      writer.write(person, into: &text)
      if text.utf8.count >= 65_536 { failure = write(&text, to: descriptor) }
    }
    failure = failure ?? write(&text, to: descriptor)
    if close(descriptor) != 0 { failure = failure ?? errno }
    if failure == nil, !isSpecial, rename(target, path) != 0 { failure = errno }
    if let failure {
      if !isSpecial { unlink(target) }
      throw FileError(path: path, code: failure)
    }
  }

  /// Writes and empties the text; what went wrong, or nothing.
  private static func write(_ text: inout String, to descriptor: Int32) -> Int32? {
    defer { text.removeAll(keepingCapacity: true) }
    return text.withUTF8 { bytes -> Int32? in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
        if count < 0, errno != EINTR { return errno }
        rest = UnsafeRawBufferPointer(rebasing: rest[max(0, count)...])
      }
      return nil
    }
  }
}
