import Glibc

/// A file that people are written to, whole or not at all.
public enum PeopleFile {
  /// The reason why a file is not overwritten, in one sentence.
  public struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String

    /// Creates a refusal with its sentence.
    public init(description: String) {
      self.description = description
    }
  }

  /// Whether writing would replace a file; books, other databases and the files that belong to them are never replaced.
  public static func writesOver(_ path: String, besides book: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, let target = try? followed(path) else {
      return false
    }
    return (try? checkReplacement(of: target, named: path, besides: book)) != nil
  }

  /// Whether writing would wait for the reader of a pipe, or write to a device.
  public static func isStream(_ path: String) -> Bool {
    var status = stat()
    return descriptor(named: path) != nil || stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
  }

  /// Whether the path leads to a folder.
  public static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Writes people to a file, through a symbolic link to what it leads to.
  ///
  /// The text is first written beside the file, so that an old file is whole until the new one is. The file keeps its
  /// mode and, as far as the system allows it, its owner; only the user may read a new one. A pipe, a device and a
  /// descriptor of this process (`/dev/fd/3`) are written to directly.
  ///
  /// - Parameters:
  ///   - people: The people to write.
  ///   - writer: The writer of the format.
  ///   - path: The path of the file.
  ///   - book: The path of the open book, which is not written over.
  ///   - isCancelled: Asked every 64 KiB and before the last write; `true` ends the writing, and leaves an old file as
  ///     it was.
  /// - Returns: The number of people that were written, and what the writer left out.
  /// - Throws: ``Refusal`` for the book, other databases and the files that belong to them; ``FileAccessError``, also
  ///   for an unreadable file, and for one that may belong to it; `CancellationError`.
  /// - Complexity: O(*n*), where *n* is the number of people.
  @discardableResult
  public static func write(
    _ people: [Person], with writer: any PersonWriter, to path: String, besides book: String,
    isCancelled: () -> Bool = { false }
  ) throws -> ExportReport {
    var report = ExportReport()
    var status = stat()
    let exists = stat(path, &status) == 0
    let isStream = isStream(path)
    if isStream {
      try checkBook(path, named: path, besides: book)
      let descriptor = descriptor(named: path).map { dup($0) } ?? open(path, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw FileAccessError(path: path, code: errno) }
      let code = write(people, with: writer, andClose: descriptor, &report, isCancelled)
      if let code { throw error(path, code) }
      return report
    }
    let target = try followed(path)
    try checkReplacement(of: target, named: path, besides: book)
    var draft = Array("\(target).XXXXXX".utf8CString)
    let descriptor = mkstemp(&draft)
    guard descriptor >= 0 else { throw FileAccessError(path: path, code: errno) }
    if exists {
      _ = fchown(descriptor, status.st_uid, status.st_gid)
      fchmod(descriptor, status.st_mode & 0o7777)
    }
    var code = write(people, with: writer, andClose: descriptor, &report, isCancelled)
    if code == nil, rename(draft, target) != 0 { code = errno }
    if let code {
      unlink(draft)
      throw error(path, code)
    }
    return report
  }

  private static func error(_ path: String, _ code: Int32) -> any Error {
    code == ECANCELED ? CancellationError() : FileAccessError(path: path, code: code)
  }

  /// Whether a path leads to the book or to one of the files that belong to it, even if that does not exist.
  private static func isPart(_ path: String, of book: String) -> Bool {
    let place = place(of: path)
    let identity = identity(of: path)
    // Only the folder of a book that is not made yet can be resolved.
    let book = resolved(book) ?? Self.place(of: book) ?? book
    return bookSuffixes(of: path).contains { suffix in
      place == book + suffix || identity != nil && identity == Self.identity(of: book + suffix)
    }
  }

  /// The suffixes of a book's files, among them that of the copy which was made before a migration if `path` has it.
  private static func bookSuffixes(of path: String) -> [String] {
    let suffixes = ["", "-wal", "-shm", "-journal", "-mutations", ".keys", ".sync"]
    guard let dot = path.lastIndex(of: ".") else { return suffixes }
    let ending = path[dot...]
    // The version, and the number of the copy unless it is the first one.
    let numbers = ending.dropFirst(".version-".count).split(separator: "-", omittingEmptySubsequences: false)
    let isOfCopy = ending.hasPrefix(".version-") && numbers.count <= 2 && numbers.allSatisfy { Int($0) != nil }
    return isOfCopy ? suffixes + [String(ending)] : suffixes
  }

  private static func checkBook(_ path: String, named name: String, besides book: String) throws {
    guard !isPart(path, of: book) else {
      throw Refusal(description: "\(name) is part of the open book: choose another file.")
    }
  }

  /// Throws the reason why nothing is written at a path, whether there is a file or not.
  ///
  /// - Parameters:
  ///   - path: The path of the file; for a caller that follows symbolic links, that of their target.
  ///   - name: The path as the user named it; the same unless given.
  ///   - book: The path of the open book.
  /// - Throws: ``Refusal`` for the book, other databases and the files that belong to them; ``FileAccessError`` for an
  ///   unreadable file, since it may be a database, and for a file that may belong to it.
  public static func checkReplacement(of path: String, named name: String? = nil, besides book: String) throws {
    let name = name ?? path
    try checkBook(path, named: name, besides: book)
    var status = stat()
    let exists = stat(path, &status) == 0
    for suffix in bookSuffixes(of: path) where path.hasSuffix(suffix) {
      do {
        guard try isDatabase(String(path.dropLast(suffix.count))) else { continue }
      } catch {
        // Nothing is lost where a file beside an unreadable one is new.
        guard exists else { continue }
        throw FileAccessError(path: name, code: error.code)
      }
      let relation = suffix.isEmpty ? "is" : "belongs to"
      throw Refusal(description: "\(name) \(relation) a database, such as another book: choose another file.")
    }
  }

  private static func isDatabase(_ path: String) throws(FileAccessError) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileAccessError(path: path, code: errno) }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: FileBeginning.databaseSignature.count)
    return read(descriptor, &bytes, bytes.count) == bytes.count && bytes == FileBeginning.databaseSignature
  }

  private static func identity(of path: String) -> [UInt64]? {
    var status = stat()
    return stat(path, &status) == 0 ? [UInt64(status.st_dev), UInt64(status.st_ino)] : nil
  }

  /// The path with its folder resolved; `nil` when the folder does not exist.
  private static func place(of path: String) -> String? {
    let (folder, name) = parts(of: path)
    guard let parent = resolved(folder) else { return nil }
    return (parent == "/" ? "" : parent) + "/" + name
  }

  /// The absolute path of a file that exists, without symbolic links.
  static func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  private static func parts(of path: String) -> (folder: String, name: Substring) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path[...]) }
    let name = path[path.index(after: slash)...]
    return (slash == path.startIndex ? "/" : String(path[..<slash]), name)
  }

  /// The end of a chain of symbolic links, which need not exist.
  private static func followed(_ path: String) throws(FileAccessError) -> String {
    var path = path
    // The number of links that the system follows.
    for _ in 0..<40 {
      var link = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink(path, &link, link.count)
      if count < 0 { return path }
      let bytes = link.prefix(count).map { UInt8(bitPattern: $0) }
      guard let target = String(validating: bytes, as: UTF8.self) else {
        throw FileAccessError(path: path, code: EILSEQ)
      }
      path = target.hasPrefix("/") ? target : "\(parts(of: path).folder)/\(target)"
    }
    throw FileAccessError(path: path, code: ELOOP)
  }

  /// The descriptor of this process that a path names.
  ///
  /// Opening the path would begin a regular file again from its start.
  private static func descriptor(named path: String) -> Int32? {
    let prefix = ["/dev/fd/", "/proc/self/fd/"].first { path.hasPrefix($0) }
    return prefix.flatMap { Int32(path.dropFirst($0.count)) }
  }

  /// Writes people to a descriptor and closes it; returns the system's number of the first error.
  private static func write(
    _ people: [Person], with writer: any PersonWriter, andClose descriptor: Int32, _ report: inout ExportReport,
    _ isCancelled: () -> Bool
  ) -> Int32? {
    var writer = writer
    var text = ""
    var failure: Int32?
    writer.begin(into: &text)
    for person in people where failure == nil {
      writer.write(person, into: &text, counting: &report)
      guard text.utf8.count >= 65_536 else { continue }
      failure = isCancelled() ? ECANCELED : WholeWrite.write(text, to: descriptor)
      text.removeAll(keepingCapacity: true)
    }
    failure = failure ?? (isCancelled() ? ECANCELED : WholeWrite.write(text, to: descriptor))
    if close(descriptor) != 0 { failure = failure ?? errno }
    return failure
  }
}
