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
  fileprivate mutating func write(_ people: some Sequence<Person>, with writer: any PersonWriter) -> ExportReport {
    var writer = writer
    var report = ExportReport()
    writer.begin(into: &buffer)
    for person in people {
      writer.write(person, into: &buffer, counting: &report)
      if buffer.utf8.count >= Self.limit { flush() }
    }
    return report
  }

  mutating func flush() {
    if isData { Output.data(buffer) } else { Output.write(buffer) }
    buffer.removeAll(keepingCapacity: true)
  }
}

extension Output {
  /// Writes people to standard output, and says what the format has no place for.
  static func write(_ people: [Person], with writer: any PersonWriter, of format: PersonFormat) {
    var output = BufferedOutput(isData: true)
    let report = output.write(people, with: writer)
    output.flush()
    if let loss = report.loss(in: format) { message(loss) }
  }
}
