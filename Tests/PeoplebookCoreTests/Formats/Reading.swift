import PeoplebookCore

/// The people in a text, and the report.
func readCards(_ text: String, chunkSize: Int = .max) -> (people: [Person], report: ImportReport) {
  readCards(Array(text.utf8), chunkSize: chunkSize)
}

func readCards(_ bytes: [UInt8], chunkSize: Int = .max) -> (people: [Person], report: ImportReport) {
  readAll(VCardReader(MemoryByteSource(bytes, chunkSize: chunkSize)))
}

func readJCards(_ text: String, chunkSize: Int = .max) -> (people: [Person], report: ImportReport) {
  readAll(JCardReader(MemoryByteSource(Array(text.utf8), chunkSize: chunkSize)))
}

func readJSON(_ text: String, chunkSize: Int = .max) -> (people: [Person], report: ImportReport) {
  readAll(JSONReader(MemoryByteSource(Array(text.utf8), chunkSize: chunkSize)))
}

func readCSV(_ text: String, chunkSize: Int = .max) -> (people: [Person], report: ImportReport) {
  readAll(CSVReader(MemoryByteSource(Array(text.utf8), chunkSize: chunkSize)))
}

func readCSV(_ bytes: [UInt8]) -> (people: [Person], report: ImportReport) {
  readAll(CSVReader(MemoryByteSource(bytes)))
}

private func readAll(_ reader: some PersonReader) -> (people: [Person], report: ImportReport) {
  var reader = reader
  var people: [Person] = []
  // Reading from memory does not fail.
  while let person = try? reader.next() { people.append(person) }
  return (people, reader.report)
}

/// A card of version 3 around some lines.
func card(_ lines: String..., version: String = "3.0") -> String {
  (["BEGIN:VCARD", "VERSION:\(version)"] + lines + ["END:VCARD", ""]).joined(separator: "\r\n")
}

/// The one person in a card.
func readPerson(_ lines: String..., version: String = "3.0") -> Person? {
  let text = (["BEGIN:VCARD", "VERSION:\(version)"] + lines + ["END:VCARD", ""]).joined(separator: "\r\n")
  let people = readCards(text).people
  return people.count == 1 ? people[0] : nil
}
