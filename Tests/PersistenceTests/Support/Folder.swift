import Glibc
import Persistence
import TestSupport

/// A folder with a book.
typealias Folder = TemporaryFolder

extension TemporaryFolder {
  var book: String { path + "/book.db" }

  func size(_ name: String) -> Int {
    var status = stat()
    return stat(path + "/" + name, &status) == 0 ? Int(status.st_size) : 0
  }

  func write(_ bytes: [UInt8], to name: String) {
    let descriptor = open(path + "/" + name, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    defer { close(descriptor) }
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      written += count
    }
  }

  func read(_ name: String) -> [UInt8] {
    let descriptor = open(path + "/" + name, O_RDONLY)
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
  }

  @MainActor
  func openStore(author: String = "test") throws -> Store {
    try Store.open(at: book, friends, author: author)
  }
}
