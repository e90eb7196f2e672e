import Dispatch
import Glibc
import Synchronization

/// The folder of a temporary book.
enum DemoFolder {
  /// The folder that this program has created and deletes at its end.
  private static let folder = Mutex<String?>(nil)
  @MainActor private static var signals: [any DispatchSourceSignal] = []

  /// Makes a folder that is removed when the program ends, and returns the path of a book in it.
  static func make() throws(Failure) -> String {
    let base = getenv("TMPDIR").map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    var template = Array("\(base)/peoplebook-demo-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw .failed("Cannot make a folder for the demo in \(base): \(String(cString: strerror(errno))).")
    }
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    folder.withLock { $0 = path }
    atexit { DemoFolder.remove() }
    return path + "/people.db"
  }

  /// Keeps the folder.
  static func keep() {
    folder.withLock { $0 = nil }
  }

  /// Deletes the folder, unless it contains anything but a book.
  ///
  /// It is also called before a signal ends the program, which then does nothing at its exit.
  static func remove() {
    folder.withLock { folder in
      guard let path = folder else { return }
      for suffix in ["", "-wal", "-shm", "-journal"] { unlink("\(path)/people.db\(suffix)") }
      rmdir(path)
      folder = nil
    }
  }

  /// Deletes the folder also when a signal ends the program, which must run its main queue.
  @MainActor
  static func removeAtSignals() {
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
      let former = signal(number, SIG_IGN)
      // A signal that the parent process has set to be ignored stays ignored.
      guard unsafeBitCast(former, to: Int.self) != unsafeBitCast(SIG_IGN, to: Int.self) else { continue }
      let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
      source.setEventHandler {
        DemoFolder.remove()
        Interruption.end(by: number)
      }
      source.resume()
      signals.append(source)
    }
  }

  /// Makes the process open the user's own book, with the form of a new person, where it would end.
  static func openOwnBook() {
    atexit {
      DemoFolder.remove()
      var words: [UnsafeMutablePointer<CChar>?] = []
      for word in ["peoplebook", "--open", "add"] as [String] { words.append(strdup(word)) }
      words.append(nil)
      execv("/proc/self/exe", &words)
    }
  }
}
