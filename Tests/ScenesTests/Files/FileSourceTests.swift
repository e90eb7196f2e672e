import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import Scenes

/// Paths that lead to something else than an ordinary file of a reasonable size.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct FileSourceTests {
  private let folder = TemporaryFolder()

  /// The message for a scene at a path, which is the same when the main actor reads it and when a worker does.
  private func problem(at path: String) async -> String {
    var messages: [String] = []
    do { _ = try File(reading: .path(path)) } catch { messages.append("\(error)") }
    do { _ = try await File(source: .path(path)) } catch { messages.append("\(error)") }
    #expect(messages.count == 2 && messages.first == messages.last)
    return messages.first ?? "valid"
  }

  @Test(arguments: ["/dev/zero", "/dev/full", "/dev/null", "/dev/tty", "/"])
  func `a device and a folder are not read`(path: String) async {
    #expect(await problem(at: path) == "\(path) is not a file")
  }

  @Test(arguments: UnusualFile.allCases)
  func `what is not an ordinary file is one sentence`(file: UnusualFile) async throws {
    let path = "\(folder.path)/card.json"
    try file.replace(path, in: folder.path)
    let problem = await problem(at: path)
    #expect(problem.hasSuffix("card.json\(file.sentence)") && !problem.contains("\n"))
  }

  @Test func `a socket is not read`() async {
    let socket = "\(folder.path)/s"
    #expect(mknod(socket, S_IFSOCK | 0o600, 0) == 0)
    #expect(await problem(at: socket) == "\(socket) is not a file")
  }

  @Test func `of a file of 1 GB only the beginning is read`() throws {
    let path = "\(folder.path)/card.json"
    try UnusualFile.hugeFile.replace(path, in: folder.path)
    #expect(try FileSource.path(path).bytes().count < 2 * ParsedFile.sizeLimit)
  }

  @Test(arguments: [
    ("/dev/zero", "/dev/zero is not a file"), ("pipe", "pipe is not a file"), (".", ". is not a file"),
    ("large", "the picture is larger than 16 MB"),
  ])
  func `a picture that is not an ordinary file is not read`(picture: String, message: String) async throws {
    let path = "\(folder.path)/card.json"
    #expect(mkfifo("\(folder.path)/pipe", 0o600) == 0)
    try UnusualFile.hugeFile.replace("\(folder.path)/large", in: folder.path)
    try #"{"images": [{"name": "logo", "path": "\#(picture)"}]}"#
      .write(toFile: path, atomically: true, encoding: .utf8)
    #expect(await problem(at: path) == "card.json:1:38: images/logo/path: \(message)")
  }
}
