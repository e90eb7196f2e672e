import Glibc

/// A file in the folder of a relay: entries, or a part of a snapshot, each after its size.
enum RelayFile {
  /// What is said about a file that has arrived in part.
  static let incomplete = "is incomplete: wait until all of it has arrived, or delete it where it was written."

  /// Reads a file as far as it has arrived, and at most as much as a machine writes into one.
  ///
  /// - Returns: What it has, and the end of a sentence about what is wrong with it; `nil` when nothing is.
  static func read(_ path: String) -> (entries: [SealedEntry], problem: String?) {
    // A pipe without a writer would block.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0, let file = fdopen(descriptor, "r") else {
      // Others delete what all members have.
      switch errno {
      case ENOENT: return ([], nil)
      // A socket.
      case ENXIO: return ([], "is no file: delete it.")
      default: return ([], "cannot be read: allow this user to read it.")
      }
    }
    defer { fclose(file) }
    var status = stat()
    fstat(descriptor, &status)
    guard status.st_mode & S_IFMT == S_IFREG else {
      return ([], status.st_mode & S_IFMT == S_IFDIR ? "is a folder: delete it." : "is no file: delete it.")
    }
    var (entries, end) = ([SealedEntry](), 0)
    while end < largestBlock, let bytes = block(of: file), let entry = SealedEntry(bytes: bytes) {
      entries.append(entry)
      end = ftell(file)
    }
    return (entries, entries.isEmpty || end < status.st_size ? incomplete : nil)
  }

  /// The most bytes of an entry, or of a part of a snapshot: those of several people with large photos.
  static let largestBlock = 64 << 20

  /// The next bytes, after their number; `nil` where they are incomplete.
  private static func block(of file: UnsafeMutablePointer<FILE>) -> [UInt8]? {
    var size = 0
    for shift in stride(from: 0, through: 28, by: 7) {
      let byte = getc(file)
      guard byte != EOF else { return nil }
      size |= Int(byte & 0x7F) << shift
      if byte & 0x80 == 0 { break }
    }
    guard size <= largestBlock else { return nil }
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { $1 = fread($0.baseAddress, 1, size, file) }
    return bytes.count == size ? bytes : nil
  }
}
