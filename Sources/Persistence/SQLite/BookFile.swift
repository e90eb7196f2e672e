import CSQLite
import Glibc

/// Whether there is no file at a path; `false` also while the system cannot answer, as at an interruption of a network.
package func isFileAbsent(at path: String) -> Bool {
  access(path, F_OK) != 0 && [ENOENT, ENOTDIR, ENAMETOOLONG].contains(errno)
}

/// The file of a book, inspected before SQLite opens it.
///
/// SQLite writes beside a database as soon as it opens one in WAL mode. A file is therefore checked here, by its first
/// 100 bytes, so that a refused one is not changed and has no new files beside it.
struct BookFile {
  /// The absolute path, without symbolic links as far as it exists.
  let path: String
  /// Whether the disk has no room for the files that SQLite needs beside the book even to read it with locks.
  var isOnFullDisk = false

  enum Condition: Equatable {
    case absent
    /// A file of no bytes.
    case empty
    /// A book, and the version in its header.
    ///
    /// The book itself may have a higher one, as long as that is in the log only.
    case book(version: Int32)
  }

  /// Identifies the file behind a path.
  struct Identity: Equatable, Sendable {
    var device: UInt
    var inode: UInt
  }

  init(_ path: String) {
    self.path = Self.resolved(path)
  }

  var identity: Identity? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return Identity(device: UInt(status.st_dev), inode: UInt(status.st_ino))
  }

  /// Whether the path leads to the same file as before; `true` also while the system cannot answer.
  func isStill(_ identity: Identity?) -> Bool {
    if let present = self.identity { return present == identity }
    return identity != nil && !isFileAbsent(at: path)
  }

  /// The reason why nothing can be written; `nil` when the file, and its folder, in which SQLite keeps its log, are
  /// writable.
  var readOnlyReason: StoreError? {
    if isOnFullDisk { return .diskFull(path: path) }
    let isWritable = access(path, W_OK) == 0 && faccessat(AT_FDCWD, directory, W_OK | X_OK, 0) == 0
    return isWritable ? nil : .readOnly(path: path)
  }

  var isReadOnly: Bool { readOnlyReason != nil }

  var directory: String { Self.parent(of: path) }
  var name: String { String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]) }

  /// Whether the file can be opened as a book.
  ///
  ///   - applicationID: The value in the header of a book.
  ///   - version: The newest supported version.
  func inspect(applicationID: Int32, version: Int32) throws(StoreError) -> Condition {
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno == ENOENT { return .absent }
      throw Self.error(errno, path)
    }
    if status.st_mode & S_IFMT == S_IFDIR { throw .directory(path: path) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notABook(path: path) }
    guard access(path, R_OK) == 0 else { throw Self.error(errno, path) }
    if status.st_size == 0 {
      guard !isReadOnly else { throw Self.error(errno, path) }
      return .empty
    }
    let header = try Header(path: path)
    guard header.isDatabase else { throw .notABook(path: path) }
    guard header.applicationID == applicationID else { throw .foreign(path: path) }
    guard header.version <= version else {
      throw .newer(path: path, version: Int(header.version), understood: Int(version))
    }
    if Int64(header.pageSize) * Int64(header.pageCount) > Int64(status.st_size), !hasLog {
      // An interrupted checkpoint leaves a short file, and the rest in the log. Another program that has just closed
      // the book made the file longer, and deleted the log.
      let size = status.st_size
      if stat(path, &status) == 0, status.st_size == size {
        throw .damaged(path: path, detail: "its end is missing")
      }
    }
    return .book(version: header.version)
  }

  /// Whether a write-ahead log or a rollback journal that is not empty is beside the file.
  private var hasLog: Bool {
    ["-wal", "-journal"].contains { suffix in
      var status = stat()
      return stat(path + suffix, &status) == 0 && status.st_size > 0
    }
  }

  /// Creates the file's directories.
  func makeDirectories() throws(StoreError) {
    try Self.makeDirectory(directory, for: path)
  }

  /// Creates a complete new book, unless another program just has.
  ///
  /// It is written to a temporary file first, so that a full disk or a crash leaves no partial book.
  func create(_ make: (String) throws(StoreError) -> Void) throws(StoreError) {
    try withDraft(make) { (draft) throws(StoreError) in _ = try place(draft) }
  }

  /// Writes a temporary file in the file's directory, and deletes it after `body`, which may give it a name.
  func withDraft(
    _ make: (String) throws(StoreError) -> Void, then body: (String) throws(StoreError) -> Void
  ) throws(StoreError) {
    guard faccessat(AT_FDCWD, directory, W_OK | X_OK, 0) == 0 else { throw Self.error(errno, path) }
    // The name is not longer than the book's own name may be.
    let draft = "\(directory)/.\(getpid())-\(UInt32.random(in: 0 ... .max)).new"
    defer { for suffix in ["", "-journal", "-wal", "-shm"] { unlink(draft + suffix) } }
    do {
      try make(draft)
    } catch {
      throw error.about(path)
    }
    try body(draft)
  }

  /// Gives a complete temporary file this path.
  ///
  /// - Returns: `false` when the path has a file already, which stays.
  func place(_ draft: String) throws(StoreError) -> Bool {
    var code = link(draft, path) == 0 ? 0 : errno
    // Some file systems, such as FAT, have no hard links.
    if [EPERM, EOPNOTSUPP, ENOSYS].contains(code) { code = Self.move(draft, toNew: path) }
    guard code != EEXIST else { return false }
    guard code == 0 else { throw Self.error(code, path) }
    let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if descriptor >= 0 {
      fsync(descriptor)
      close(descriptor)
    }
    return true
  }

  /// Renames a file, unless there is a file of the new name.
  ///
  /// - Returns: 0, or the number of the error: `EEXIST` when there is one.
  static func move(_ old: String, toNew new: String) -> Int32 {
    csqlite_rename_to_new(old, new) == 0 ? 0 : errno
  }

  // MARK: Paths

  private static func resolved(_ path: String) -> String {
    if let real = realpath(path, nil) {
      defer { free(real) }
      return String(cString: real)
    }
    var absolute = path
    if !path.hasPrefix("/"), let current = getcwd(nil, 0) {
      defer { free(current) }
      absolute = String(cString: current) + "/" + path
    }
    // The target of a link does not exist yet: create it there.
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink(absolute, &target, target.count - 1)
    if length > 0 {
      let link = String(decoding: target.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
      absolute = link.hasPrefix("/") ? link : parent(of: absolute) + "/" + link
    }
    // The file does not exist, but its directory may, behind links.
    if let real = realpath(parent(of: absolute), nil) {
      defer { free(real) }
      let name = absolute[(absolute.lastIndex(of: "/").map(absolute.index(after:)) ?? absolute.startIndex)...]
      let directory = String(cString: real)
      return (directory == "/" ? "" : directory) + "/" + name
    }
    return absolute
  }

  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func makeDirectory(_ directory: String, for path: String) throws(StoreError) {
    var status = stat()
    if stat(directory, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFDIR else {
        throw .inputOutput(path: path, detail: "\(directory) is not a directory")
      }
      return
    }
    guard errno == ENOENT else { throw error(errno, path) }
    try makeDirectory(parent(of: directory), for: path)
    // 0700, because an address book is private.
    guard mkdir(directory, 0o700) == 0 || errno == EEXIST else { throw error(errno, path) }
  }

  static func error(_ code: Int32, _ path: String) -> StoreError {
    switch code {
    case EACCES, EPERM, EROFS: .noPermission(path: path)
    case ENOSPC, EDQUOT, EFBIG: .diskFull(path: path)
    case EISDIR: .directory(path: path)
    case ENOENT: .missing(path: path)
    default: .inputOutput(path: path, detail: String(cString: strerror(code)))
    }
  }
}

extension BookFile {
  /// The first 100 bytes of an SQLite file; empty when it has fewer.
  private struct Header {
    private let bytes: [UInt8]

    init(path: String) throws(StoreError) {
      bytes = try Database.beginning(of: path, count: 100)
    }

    var isDatabase: Bool {
      bytes.starts(with: Array("SQLite format 3\0".utf8))
        && pageSize >= 512 && pageSize & (pageSize - 1) == 0
    }

    var pageSize: Int {
      let size = Int(bytes[16]) << 8 | Int(bytes[17])
      return size == 1 ? 65536 : size
    }

    var pageCount: UInt32 { number(at: 28) }
    var version: Int32 { Int32(bitPattern: number(at: 60)) }
    var applicationID: Int32 { Int32(bitPattern: number(at: 68)) }

    private func number(at offset: Int) -> UInt32 {
      bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
  }
}
