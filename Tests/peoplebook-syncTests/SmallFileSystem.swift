import Glibc
import TestSupport
import Testing

/// A folder on a file system with little room, which fills up like a disk.
///
/// It is in a namespace, which ordinary users can make on most systems: only programs that are run through ``runner``
/// see it.
@MainActor
final class SmallFileSystem {
  /// What a file system runs out of.
  enum Resource: String, CaseIterable {
    case bytes, files
  }

  private let folder = TemporaryFolder()
  /// The process that keeps the namespace.
  private let keeper: pid_t
  private let pipe: UnsafeMutablePointer<FILE>

  var path: String { folder.path }
  /// The words before those of a program that sees it.
  var runner: [String] {
    ["nsenter", "--target", "\(keeper)", "--user", "--mount", "--preserve-credentials"]
  }

  nonisolated static let isAvailable =
    system("unshare --user --map-root-user --mount mount -t tmpfs none /mnt 2>/dev/null") == 0

  /// A file system for 256 KB in 48 files.
  init() throws {
    // The process ends with this one.
    let keeping = "echo \\$\\$ && exec tail --pid=\(getpid()) -f /dev/null"
    let script = "mount -t tmpfs -o size=256k,nr_inodes=48 none '\(folder.path)' && \(keeping)"
    pipe = try #require(popen("unshare --user --map-root-user --mount sh -c \"\(script)\"", "r"))
    var line = [CChar](repeating: 0, count: 32)
    let isRead = fgets(&line, Int32(line.count), pipe) != nil
    let digits = line.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }
    keeper = try #require(isRead ? pid_t(String(decoding: digits, as: UTF8.self)) : nil)
  }

  isolated deinit {
    kill(keeper, SIGKILL)
    pclose(pipe)
  }

  private func run(_ script: String) {
    system("cd /; \(runner.joined(separator: " ")) sh -c 'cd \(path); \(script)' 2>/dev/null")
  }

  /// Leaves no room.
  func fill(_ resource: Resource) {
    switch resource {
    case .bytes: run("cat /dev/zero > filler")
    case .files: run("i=0; while : > filler$i; do i=$((i + 1)); done")
    }
  }

  /// Makes room again.
  func makeRoom() { run("rm filler*") }
}
