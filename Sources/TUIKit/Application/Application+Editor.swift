import CTerminal
import Glibc

/// The reason why a text could not be edited in the user's editor.
public enum EditorError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file for the text could not be created, read or deleted.
  case file(path: String, code: Int32)
  /// The editor did not start, or ended with a status other than 0.
  case editor(String, status: Int32)

  /// The failure, and the way out.
  public var description: String {
    switch self {
    case .file(let path, let code): "\(path.sanitized) cannot be used: \(String(cString: strerror(code)))."
    case .editor(let name, let status):
      "The editor “\(name.sanitized)” ended with status \(status): set EDITOR to one that works here."
    }
  }
}

extension Application {
  /// Lets the user edit `text` in an editor (`$VISUAL`, `$EDITOR`, else `vi`) and returns the edited text.
  ///
  /// The editor has the terminal while it runs; afterwards the screen is restored.
  ///
  /// The text is passed in a file under `$TMPDIR` that only the user can read and that is deleted afterwards. Line
  /// feeds that the editor added at the end are removed. Blocks the main queue.
  ///
  /// - Throws: ``EditorError`` when the file cannot be used, or the editor does not start or fails. The screen is
  ///   restored then, too.
  /// - Complexity: O(*n*), where *n* is the length of the texts, beside the time that the user takes.
  public func edit(_ text: String) throws(EditorError) -> String {
    let folder = TerminalEnvironment()["TMPDIR"] ?? P_tmpdir
    var template = Array("\(folder)/text-XXXXXX.txt".utf8CString)
    let file = mkstemps(&template, 4)
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard file >= 0 else { throw .file(path: path, code: errno) }
    defer {
      close(file)
      unlink(path)
    }
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    try write(text, to: file, path: path)
    let environment = TerminalEnvironment()
    let name = environment["VISUAL"] ?? environment["EDITOR"] ?? "vi"
    // A shell interprets the name, since `EDITOR="code --wait"` is common. The shell ignores Ctrl-C, which is for the
    // editor.
    let line = "trap : INT QUIT\n\(name) \"$1\""
    let status = runInForeground(line, argument: path)
    guard status == 0 else { throw .editor(name, status: status) }
    var edited = try read(path)
    while edited.last?.isNewline == true, edited.count > text.count || text.last?.isNewline != true {
      edited.removeLast()
    }
    return edited
  }

  /// Runs a shell command line, with `argument` as its `$1`, in the foreground, and waits until it ends.
  ///
  /// The command has the terminal while it runs.
  ///
  /// - Returns: The exit status.
  @discardableResult
  public func runInForeground(_ line: String, argument: String = "") -> Int32 {
    withTerminalHandedOver { cterminal_run_foreground(line, argument) }
  }

  private func write(_ text: String, to file: Int32, path: String) throws(EditorError) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      guard count > 0 || errno == EINTR else { throw .file(path: path, code: errno) }
      bytes = bytes.dropFirst(max(0, count))
    }
  }

  /// Reads the file again: many editors write another file and rename it.
  private func read(_ path: String) throws(EditorError) -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw .file(path: path, code: errno) }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(file, &buffer, buffer.count)
      guard count != 0 else { return String(decoding: bytes, as: UTF8.self) }
      guard count > 0 || errno == EINTR else { throw .file(path: path, code: errno) }
      bytes += buffer.prefix(max(0, count))
    }
  }
}
