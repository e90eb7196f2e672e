import FoundationEssentials
import Glibc

/// Books of many people, made once and kept beside what was built.
enum SampleBooks {
  /// The path of a book of `count` people.
  static func book(of count: Int, madeBy peoplebook: String) throws -> String {
    let folder = peoplebook.split(separator: "/").dropLast().map { "/\($0)" }.joined() + "/benchmark-books"
    let finished = "\(folder)/\(count)"
    let path = "\(finished)/people.db"
    if FileManager.default.fileExists(atPath: path) { return path }
    // A book is a file and what SQLite keeps beside it: they move together, in a folder.
    let unfinished = "\(finished).unfinished"
    try? FileManager.default.removeItem(atPath: unfinished)
    try FileManager.default.createDirectory(atPath: unfinished, withIntermediateDirectories: true)
    let cards = "\(folder)/\(count).vcf"
    try writeCards(count, to: cards)
    defer { unlink(cards) }
    let command = "'\(peoplebook)' --book '\(unfinished)/people.db' import '\(cards)'"
    let status = system("\(command) >/dev/null 2>&1 </dev/null")
    guard status == 0, rename(unfinished, finished) == 0 else {
      throw NotMeasured("peoplebook could not import \(count) people (status \(status))")
    }
    return path
  }

  /// Reads a book's file once: on a cold file, a page waits for up to 64 reads of the disk.
  static func warm(_ book: String) throws {
    guard let file = fopen(book, "r") else { throw NotMeasured("\(book) cannot be read") }
    defer { fclose(file) }
    var block = [UInt8](repeating: 0, count: 1 << 20)
    while fread(&block, 1, block.count, file) > 0 {}
  }

  /// Copies a book of `count` people, with what SQLite keeps beside it, into a new temporary folder, and returns the
  /// folder.
  static func copy(of count: Int, madeBy peoplebook: String) throws -> String {
    let book = try book(of: count, madeBy: peoplebook)
    let folder = "\(FileManager.default.temporaryDirectory.path)/\(UUID().uuidString)"
    try FileManager.default.copyItem(atPath: String(book.dropLast("/people.db".count)), toPath: folder)
    return folder
  }

  private static let firstNames = [
    "Ada", "Grace", "Alan", "Edsger", "Barbara", "Donald", "Åsa", "Dennis", "Margaret", "José", "Frances", "Søren",
    "Radia", "Timothée", "Anita", "Niklaus", "Ελένη", "Юлия", "花子", "Zoë",
  ]
  private static let lastNames = [
    "Lovelace", "Hopper", "Turing", "Dijkstra", "Liskov", "Knuth", "Öström", "Ritchie", "Hamilton", "García", "Allen",
    "Kierkegaard", "Perlman", "Lee", "Borg", "Wirth", "Παπαδοπούλου", "Иванова", "山田", "Brontë", "Noether", "Curie",
  ]

  /// Writes cards of invented people to a file.
  static func writeCards(_ count: Int, to path: String) throws {
    guard let file = fopen(path, "w") else { throw NotMeasured("\(path) cannot be written") }
    for number in 0..<count {
      let first = firstNames[number % firstNames.count]
      let last = lastNames[number / firstNames.count % lastNames.count]
      var card = "BEGIN:VCARD\r\nVERSION:4.0\r\nN:\(last);\(first);;;\r\nFN:\(first) \(last)\r\n"
      card += "EMAIL:person\(number)@example.org\r\nTEL:+1555\(String(10_000_000 + number).dropFirst())\r\n"
      if number % 3 == 0 { card += "CATEGORIES:friend\r\n" }
      fputs(card + "END:VCARD\r\n", file)
    }
    guard fclose(file) == 0 else { throw NotMeasured("\(path) cannot be written") }
  }
}
