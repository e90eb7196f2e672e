import CSQLite
import Glibc

/// The reason why a book could not be opened, read or changed.
///
/// `description` is one sentence for the user: the problem, the file, and the way out.
public enum StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  // Opening.
  /// The file does not exist.
  case missing(path: String)
  /// The path is that of a directory.
  case directory(path: String)
  /// The file may not be read, or its folder not written.
  case noPermission(path: String)
  /// The file is not an SQLite database.
  case notABook(path: String)
  /// The file is an SQLite database of another program.
  case foreign(path: String)
  /// The book has a newer format than this program supports.
  case newer(path: String, version: Int, understood: Int)
  /// The book has an older format and cannot be migrated, because it is read-only.
  case outdated(path: String, version: Int, needed: Int)
  /// The file is too short, or a page is invalid.
  case damaged(path: String, detail: String)

  // Reading and writing.
  /// The book, or its folder, is read-only. Nothing was changed.
  case readOnly(path: String)
  /// The disk is full. Nothing was changed.
  case diskFull(path: String)
  /// Another program kept the book locked for longer than the store waits.
  case locked(path: String)
  /// The file was deleted, moved away or replaced while it was open.
  case gone(path: String)
  /// This program has closed the book: a programmer error.
  case closed(path: String)
  /// The system reported an error, which may be transient.
  case inputOutput(path: String, detail: String)
  /// SQLite reported another error, such as a missing table.
  case failed(path: String, detail: String)
  /// The system has no ICU, which orders and finds names.
  case noCollation(path: String)
  /// A rule of the schema refused the change, or a value is too large.
  case refused(path: String, detail: String)

  // Changing.
  /// The record is not in the book.
  case noSuchRecord(id: String)
  /// Another program changed the same fields. Nothing was written.
  case conflict(id: String, fields: [String])
  /// The log has no transaction to undo.
  case nothingToUndo
  /// The log has no transaction to redo.
  case nothingToRedo
  /// A later change keeps a transaction from being undone or redone. Nothing was written.
  ///
  /// `id` and `name` are the record's, `fields` are the columns and lists that have another value since (empty when the
  /// record was inserted or deleted), `author` is the last author of such a change, if known.
  case undoConflict(id: String, name: String, fields: [String], author: String?)

  /// One sentence for the user: what is wrong, with which file, and the way out.
  public var description: String {
    switch self {
    case .diskFull, .locked: "\(reason.dropLast()); nothing was changed."
    default: reason
    }
  }

  /// The sentence for the user about a change of which earlier parts have been committed.
  public var reason: String {
    switch self {
    case .missing(let path): "There is no book at \(path): check the path."
    case .directory(let path): "\(path) is a folder: name a file in it."
    case .noPermission(let path):
      "You have no permission to open \(path): ask its owner, or choose another book."
    case .notABook(let path): "\(path) is not a book: choose another file, or move this one out of the way."
    case .foreign(let path): "\(path) is a database of another program: choose another file."
    case .newer(let path, let version, let understood):
      "\(path) was made by a newer version of this program (format \(version), this one reads up to \(understood)): "
        + "update this one."
    case .outdated(let path, let version, let needed):
      "\(path) has an older format (\(version), this one needs \(needed)), and you may only read it: "
        + "ask its owner to open it once."
    case .readOnly(let path): "You may read \(path), but not change it: ask its owner, or choose another book."
    case .damaged(let path, let detail): "\(path) is damaged: restore it from a backup (\(detail))."
    case .diskFull(let path): "The disk of \(path) is full: free some space and try again."
    case .locked(let path): "Another program is busy with \(path): try again in a moment."
    case .gone(let path): "\(path) was deleted, moved or replaced while it was open: open it again."
    case .closed(let path): "\(path) has been closed: open it again."
    case .inputOutput(let path, let detail): "\(path) could not be read or written (\(detail)): check the disk."
    case .failed(let path, let detail): "\(path) could not be read or written (\(detail)): open it again."
    case .noCollation(let path):
      "The library ICU, which orders the names in \(path), is missing: install it (libicu), then open the book again."
    case .refused(let path, let detail): "The change does not fit the book at \(path): \(detail)."
    case .noSuchRecord(let id): "The book has no record with the id \(id)."
    case .conflict(_, let fields):
      "Another program changed \(fields.joined(separator: ", ")) as well: nothing was overwritten."
    case .nothingToUndo: "There is nothing to undo."
    case .nothingToRedo: "There is nothing to redo."
    case .undoConflict(_, let name, let fields, let author):
      "\(name) has been changed since\(author.map { " by \($0)" } ?? "")"
        + (fields.isEmpty ? "" : " (\(fields.joined(separator: ", ")))") + ": nothing was changed."
    }
  }
}

extension StoreError {
  /// Whether the user can only choose another file: this one is not a book that they may change.
  public var needsOtherBook: Bool {
    switch self {
    case .noPermission, .notABook, .foreign, .readOnly: true
    default: false
    }
  }

  /// Whether no request of the book can succeed now; `false` where one change was refused.
  public var isAboutWholeBook: Bool {
    switch self {
    case .conflict, .noSuchRecord, .nothingToUndo, .nothingToRedo, .undoConflict, .refused, .diskFull, .readOnly: false
    default: true
    }
  }

  /// Whether the same request may succeed later, with nothing done about it here.
  package var isTemporary: Bool {
    switch self {
    case .locked, .inputOutput, .diskFull: true
    default: false
    }
  }

  /// The error for an SQLite result code.
  init(code: Int32, message: String, systemError: Int32, path: String) {
    if [ENOSPC, EFBIG, EDQUOT].contains(systemError), [SQLITE_IOERR, SQLITE_FULL].contains(code & 0xff) {
      self = .diskFull(path: path)
      return
    }
    if [EACCES, EPERM, EROFS].contains(systemError), code & 0xff == SQLITE_CANTOPEN {
      self = .noPermission(path: path)
      return
    }
    // SQLite takes a page for damaged when the disk cannot read it, but a network disk may be able to again.
    if [EIO, ENXIO].contains(systemError), code & 0xff == SQLITE_CORRUPT {
      self = .inputOutput(path: path, detail: String(cString: strerror(systemError)))
      return
    }
    switch code & 0xff {
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: self = .locked(path: path)
    case SQLITE_FULL: self = .diskFull(path: path)
    case SQLITE_CORRUPT: self = .damaged(path: path, detail: message)
    case SQLITE_NOTADB: self = .notABook(path: path)
    case SQLITE_READONLY: self = .readOnly(path: path)
    case SQLITE_PERM, SQLITE_AUTH: self = .noPermission(path: path)
    case SQLITE_CANTOPEN, SQLITE_NOMEM: self = .inputOutput(path: path, detail: message)
    case SQLITE_IOERR: self = .inputOutput(path: path, detail: "\(message), \(code >> 8)")
    case SQLITE_CONSTRAINT, SQLITE_TOOBIG: self = .refused(path: path, detail: message)
    default: self = .failed(path: path, detail: "\(message) (\(code))")
    }
  }
}

extension StoreError {
  /// The same error with the path of the requested file instead of its draft.
  func about(_ path: String) -> StoreError {
    switch self {
    case .missing: .missing(path: path)
    case .directory: .directory(path: path)
    case .noPermission: .noPermission(path: path)
    case .notABook: .notABook(path: path)
    case .foreign: .foreign(path: path)
    case .newer(_, let version, let understood): .newer(path: path, version: version, understood: understood)
    case .outdated(_, let version, let needed): .outdated(path: path, version: version, needed: needed)
    case .readOnly: .readOnly(path: path)
    case .damaged(_, let detail): .damaged(path: path, detail: detail)
    case .diskFull: .diskFull(path: path)
    case .locked: .locked(path: path)
    case .gone: .gone(path: path)
    case .closed: .closed(path: path)
    case .inputOutput(_, let detail): .inputOutput(path: path, detail: detail)
    case .failed(_, let detail): .failed(path: path, detail: detail)
    case .noCollation: .noCollation(path: path)
    case .refused(_, let detail): .refused(path: path, detail: detail)
    case .noSuchRecord, .conflict, .nothingToUndo, .nothingToRedo, .undoConflict: self
    }
  }
}
