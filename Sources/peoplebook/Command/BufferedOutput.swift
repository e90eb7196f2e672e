import PeoplebookCore

/// Gathers text for standard output, and writes it in large pieces.
struct BufferedOutput {
  private let isData: Bool
  private var buffer = ""
  private static let limit = 65_536

  /// - Parameter isData: Whether the text is written with ``Output/data(_:)``, and not as text for people.
  init(isData: Bool) {
    self.isData = isData
  }

  mutating func write(_ text: String) {
    buffer += text
    if buffer.utf8.count >= Self.limit { flush() }
  }

  /// Writes people, and returns what the writer left out.
  @discardableResult
  mutating func write(_ people: some Sequence<Person>, with writer: any PersonWriter) -> ExportReport {
    var writer = writer
    var report = ExportReport()
    writer.begin(into: &buffer)
    for person in people {
      report.add(writer.write(person, into: &buffer))
      if buffer.utf8.count >= Self.limit { flush() }
    }
    return report
  }

  mutating func flush() {
    if isData { Output.data(buffer) } else { Output.write(buffer) }
    buffer.removeAll(keepingCapacity: true)
  }
}
