import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import Actors

@Suite struct ListeningSocketTests {
  @Test func `a socket of another kind is not replaced`() throws {
    let folder = TemporaryFolder()
    let path = "\(folder.path)/s"
    let socket = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    defer { Glibc.close(socket) }
    var place = sockaddr_un()
    place.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &place.sun_path) { $0.copyBytes(from: path.utf8) }
    let status = withUnsafeBytes(of: &place) {
      Glibc.bind(socket, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count))
    }
    try #require(status == 0)
    #expect(throws: TransportError.failed("Cannot listen: another server uses “\(path)”.")) {
      try ListeningSocket.removeAbandoned(path)
    }
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test func `other users cannot connect to a Unix socket`() throws {
    let folder = TemporaryFolder()
    let path = "\(folder.path)/s"
    let (socket, _) = try ListeningSocket.open(.unix(path: path))
    defer { Glibc.close(socket) }
    var status = stat()
    let code = stat(path, &status)
    #expect(code == 0)
    #expect(status.st_mode & 0o777 == 0o600)
  }
}
