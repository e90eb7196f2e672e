import Glibc
import TestSupport
import Testing

@testable import PeoplebookCore

@Suite(.timeLimit(.minutes(5))) struct PresenceFileTests {
  @Test func `a file needs no standard input`() async {
    await #expect(processExitsWith: .success) {
      let place = TemporaryFolder()
      let path = "\(place.path)/1"
      // The file gets its descriptor.
      close(STDIN_FILENO)
      let file = try PresenceFile(path: path, Array("ada".utf8))
      #expect(access(path, F_OK) == 0)
      withExtendedLifetime(file) {}
    }
  }
}
