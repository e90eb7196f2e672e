/// The formats in which people come and go.
public enum PersonFormat: String, Hashable, Sendable, CaseIterable {
  case vcard, json, csv

  /// The format that a file's name tells of; `nil` when it does not.
  public init?(path: String) {
    switch path.split(separator: ".").last?.lowercased() {
    case "vcf", "vcard": self = .vcard
    case "json", "jsonl", "ndjson": self = .json
    case "csv": self = .csv
    default: return nil
    }
  }

  /// A reader of this format.
  public func reader(_ source: some ByteSource) -> any PersonReader {
    switch self {
    case .vcard: VCardReader(source)
    case .json: JSONReader(source)
    case .csv: CSVReader(source)
    }
  }

  /// A writer of this format.
  public func writer(version: VCardVersion = .v3) -> any PersonWriter {
    switch self {
    case .vcard: VCardWriter(version: version)
    case .json: JSONWriter()
    case .csv: CSVWriter()
    }
  }
}
