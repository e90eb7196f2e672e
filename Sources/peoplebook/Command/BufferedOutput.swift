import Glibc
import PeoplebookCore

/// Gathers text for a file descriptor, and writes it in large pieces.
struct BufferedOutput {
  private var buffer = ""
  private let descriptor: Int32
  private static let limit = 65_536

  init(descriptor: Int32 = STDOUT_FILENO) {
    self.descriptor = descriptor
  }

  mutating func write(_ text: String) {
    buffer += text
    if buffer.utf8.count >= Self.limit { flush() }
  }

  mutating func write(_ people: some Sequence<Person>, with writer: any PersonWriter) {
    var writer = writer
    writer.begin(into: &buffer)
    for person in people {
      writer.write(person, into: &buffer)
      if buffer.utf8.count >= Self.limit { flush() }
    }
  }

  mutating func flush() {
    Output.write(buffer, to: descriptor)
    buffer.removeAll(keepingCapacity: true)
  }
}
