import PeoplebookCore

/// Gathers text for standard output, and writes it in large pieces.
struct BufferedOutput {
  private var buffer = ""
  private static let limit = 65_536

  /// Adds text that is safe for a terminal.
  mutating func write(_ text: String) {
    buffer += text
    if buffer.utf8.count >= Self.limit { flush() }
  }

  /// Writes people; see ``Output/data(_:)``.

  mutating func write(_ people: some Sequence<Person>, with writer: any PersonWriter) {
    flush()
    var writer = writer
    writer.begin(into: &buffer)
    for person in people {
      writer.write(person, into: &buffer)
      if buffer.utf8.count >= Self.limit { flushData() }
    }
    flushData()
  }

  mutating func flush() {
    Output.write(buffer)
    buffer.removeAll(keepingCapacity: true)
  }

  private mutating func flushData() {
    Output.data(buffer)
    buffer.removeAll(keepingCapacity: true)
  }
}
