import FoundationEssentials

/// Reads people from jCards (RFC 7095): one, several after each other, or an array of them.
///
/// A jCard that cannot be read is reported and left out; the reader goes on with the next.
public struct JCardReader: PersonReader {
  private var arrays: JCardArrays
  private var interpreter = VCardInterpreter()
  private let decoder = JSONDecoder()
  /// The number of people read, and the problems.
  public private(set) var report = ImportReport()

  /// Makes a reader of the jCards in `source`.
  public init(_ source: some ByteSource) {
    arrays = JCardArrays(source)
  }

  /// The number of bytes read so far.
  public var bytesRead: Int { arrays.bytesRead }

  /// Reads the next person; `nil` at the end.
  ///
  /// - Throws: The reason why the file cannot be read further.
  /// - Complexity: O(*n*), where *n* is the number of bytes up to the end of that person.
  public mutating func next() throws(FileAccessError) -> Person? {
    while let array = try arrays.next() {
      if let problem = array.problem {
        skip(problem, line: array.line)
      } else if let lines = lines(of: array.bytes) {
        if let excess = RecordLimits.excess(of: lines.lazy.map(\.text), labels: lines.count { $0.isLabel }) {
          skip("the jCard that begins here \(excess)", line: array.line)
          continue
        }
        let person = interpreter.person(
          of: lines, version: .v4, line: array.line, hasLineNumbers: false, report: &report)
        if let person { return person }
      } else {
        skip("this is not a jCard", line: array.line)
      }
    }
    return nil
  }

  /// Leaves the person of the book when their jCard would be the same as that of the one that was read.
  public var lastUpdate: PersonUpdate {
    PersonUpdate { present, read in
      JCardWriter.text(of: present) == JCardWriter.text(of: read) ? present : present.updated(with: read)
    }
  }

  private func lines(of json: [UInt8]) -> [VCardProperty]? {
    guard let card = try? decoder.decode(JCardValue.self, from: Data(json)), case .list(let parts) = card,
      parts.count >= 2, parts[0].text.lowercased() == "vcard", case .list(let properties) = parts[1]
    else { return nil }
    return properties.flatMap(JCardProperty.lines).enumerated().compactMap {
      VCardProperty(text: $0.element, line: $0.offset)
    }
  }

  private mutating func skip(_ reason: String, line: Int) {
    report.skipped += 1
    report.note("\(reason); it is left out.", line: line)
  }
}
