import Algorithms
import CSQLite
import Glibc

/// Reading a file without making anything beside it.
extension Database {
  /// The first bytes of any file; empty when it has fewer.
  ///
  /// No file is created beside it.
  ///
  /// A file that SQLite may have open must not be opened except by SQLite: when any descriptor of it is closed, POSIX
  /// releases all locks of this process on it. The next program to close the book would then delete the log that this
  /// one writes to.
  static func beginning(of path: String, count: Int) throws(StoreError) -> [UInt8] {
    var handle: OpaquePointer?
    defer { sqlite3_close_v2(handle) }
    guard open(frozenAddress(of: path), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, &handle) == SQLITE_OK else {
      let code = handle.map(sqlite3_system_errno) ?? ENOMEM
      throw BookFile.error(code == 0 ? EIO : code, path)
    }
    // A macro that Swift does not import.
    let isShort = SQLITE_IOERR | 2 << 8
    var file: UnsafeMutablePointer<sqlite3_file>?
    var bytes = [UInt8](repeating: 0, count: count)
    guard sqlite3_file_control(handle, nil, SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK,
      let code = file?.pointee.pMethods?.pointee.xRead(file, &bytes, Int32(count), 0),
      code == SQLITE_OK || code == isShort
    else { throw BookFile.error(EIO, path) }
    return code == isShort ? [] : bytes
  }

  /// With this address a file counts as immutable: SQLite neither locks nor creates anything.
  static func frozenAddress(of path: String) -> String {
    // `?`, `#` and `%` have a meaning in an address.
    let escaped = path.percentEncoded { byte in
      byte == 0x2F || 0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte
    }
    return "file://\(escaped)?immutable=1"
  }
}
