import Glibc
import Persistence

/// The progress of a shared book's exchange with its relay, which `peoplebook-sync` keeps as a line in a file beside
/// the book.
public enum SharingStatus: Hashable, Sendable {
  /// The book has all changes of the relay, and the relay has all of the book.
  case live
  /// Changes are being exchanged; some are known to be waiting.
  case syncing(Int)
  /// The relay cannot be reached; the time is in seconds since 1970.
  case offline(since: Int, reason: String)
  /// The relay delivered something that was not merged.
  case refused(String)

  /// The relay has something that cannot be read; the text is a sentence.
  case unreadable(String)
  /// Nothing is exchanged until the next attempt, for a reason that the user has to know.
  case retrying(String)
  /// Nothing is exchanged, for a reason that the user has to know: the process has ended.
  case stopped(String)
  /// No process keeps the book in step: it was ended, or has not been started.
  case notRunning

  /// The path of the file beside a book.
  public static func path(book: String) -> String { book + ".sync" }

  /// The bytes of the file: the line, and ends of lines.
  static let longestLine = 1_000

  /// Whether this machine shares a book: its keys are beside it.
  ///
  /// Keys that cannot be examined, as at an interruption of a network, count as existing.
  public static func isShared(book: String) -> Bool { !isFileAbsent(at: book + ".keys") }

  /// The status of a book, which counts only as long as the process lives that has written it; `nil` for a book that is
  /// not shared.
  public init?(book: String) {
    guard Self.isShared(book: book) else { return nil }
    let line = Self(lineOf: book)
    if SharingLock.isHeld(book: book) {
      // It writes its first status soon.
      self = line ?? .syncing(0)
    } else if case .stopped(let reason) = line {
      self = .stopped(reason)
    } else {
      self = .notRunning
    }
  }

  /// The status of an open book; `nil` for a book that is not shared.
  ///
  /// A copy that was made without the keys, or that can only be read, is not kept in step.
  @MainActor
  public init?(of store: Store) {
    let status = Self(book: store.path)
    if status == nil, (try? store.hasTable("sharing")) == true {
      self = .stopped(
        "The file \(store.path).keys is missing. Copy it here and open the book again, "
          + "or leave the shared book.")
    } else if status == .notRunning, store.isReadOnly {
      self = .stopped("The book can only be read.")
    } else {
      guard let status else { return nil }
      self = status
    }
  }

  /// The status in the file beside a book; `nil` when there is none.
  private init?(lineOf book: String) {
    guard let file = fopen(Self.path(book: book), "re") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: Self.longestLine)
    let count = fread(&bytes, 1, bytes.count, file)
    self.init(line: String(decoding: bytes.prefix(count), as: UTF8.self))
  }

  /// Reads ``line``.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the line.
  public init?(line: String) {
    let words = line.prefix { $0 != "\n" }.split(separator: " ", maxSplits: 1).map(String.init)
    let rest = words.count > 1 ? words[1] : ""
    switch words.first {
    case "live": self = .live
    case "syncing": self = .syncing(Int(rest) ?? 0)
    case "offline":
      let parts = rest.split(separator: " ", maxSplits: 1).map(String.init)
      guard let time = parts.first.flatMap({ Int($0) }), 0..<1 << 40 ~= time else { return nil }
      self = .offline(since: time, reason: parts.count > 1 ? parts[1] : "")
    case "refused": self = .refused(rest)
    case "unreadable": self = .unreadable(rest)
    // Earlier versions, which may still be open, know the first of these words.
    case "stopped": self = .retrying(rest)
    case "ended": self = .stopped(rest)
    default: return nil
    }
  }

  /// The line in the file; empty when no process has written it.
  public var line: String {
    switch self {
    case .live: "live"
    case .syncing(let count): count == 0 ? "syncing" : "syncing \(count)"
    case .offline(let time, let reason): "offline \(time) \(reason)"
    case .refused(let reason): "refused \(reason)"
    case .unreadable(let problem): "unreadable \(problem)"
    case .retrying(let reason): "stopped \(reason)"
    case .stopped(let reason): "ended \(reason)"
    case .notRunning: ""
    }
  }

  /// The sentence about a change that was refused, or about an exchange that has ended, which the user should know.
  public var sentence: String? {
    switch self {
    case .refused(let reason): "A change from another machine was refused: \(reason)"
    case .unreadable(let problem): "A change from another machine may be missing: \(problem)"
    case .retrying(let reason), .stopped(let reason): "Not in step with the other machines: \(reason)"
    case .notRunning: "Not in step with the other machines: \(SharingProcess.name) was ended."
    case .live, .syncing, .offline: nil
    }
  }

  /// The time since which the relay cannot be reached, in the user's time zone: `14:02`, or `yesterday 14:02`.
  public static func time(_ seconds: Int) -> String {
    let moment = LocalTime(milliseconds: Int64(seconds) * 1_000)
    let day = moment.day(now: LocalTime.now)
    return day == "Today" ? moment.time : day == "Yesterday" ? "yesterday \(moment.time)" : "\(day) \(moment.time)"
  }
}
