import FoundationEssentials
import Glibc
import Persistence

/// A folder of a test's own, removed with everything in it.
final class Folder: Sendable {
  let path: String

  init() {
    var template = Array("\(FileManager.default.temporaryDirectory.path)/persistence-XXXXXX".utf8CString)
    mkdtemp(&template)
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    Self.removeAll(path)
  }

  private static func removeAll(_ path: String) {
    for name in names(in: path) { removeAll(path + "/" + name) }
    remove(path)
  }

  var book: String { path + "/book.db" }

  /// The names of what is in it.
  var names: Set<String> { Self.names(in: path) }

  private static func names(in path: String) -> Set<String> {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var names: Set<String> = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.insert(name) }
    }
    return names
  }

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
