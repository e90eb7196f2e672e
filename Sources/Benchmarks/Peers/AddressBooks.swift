import FoundationEssentials
import Glibc
import TUITesting

/// abook and khard with as many people as Peoplebook, where they are installed.
@MainActor
struct AddressBooks {
  private static let khard = "/usr/bin/khard"
  private static let rounds = 3

  var count: Int
  /// A folder for their books.
  var folder: String

  /// Measures what is installed, and the printed list of Peoplebook.
  ///
  /// - Parameter khardIsTooSlow: Whether a smaller book took khard longer than the limit.
  func measure(
    beside peoplebook: PeerProgram, _ book: String, skippingKhard khardIsTooSlow: Bool
  ) throws -> [PeerProgram] {
    try list(peoplebook, try ListProgram.sibling("peoplebook"), ["--book", book, "list"])
    var others: [PeerProgram] = []
    for (name, path) in [("abook", AbookSession.path), ("khard", Self.khard)] {
      guard access(path, X_OK) == 0 else {
        print("\(name) is left out, because it is not installed.")
        continue
      }
      others.append(PeerProgram(name, .peer))
    }
    return others.filter { other in
      do {
        switch other.name {
        case "abook": try measureAbook(other)
        case _ where khardIsTooSlow: other.exceed(.list, .listCPU)
        default: try measureKhard(other)
        }
        return true
      } catch {
        print("\(other.name) is left out: \(error)")
        return false
      }
    }
  }

  /// Measures a command that prints the list, for at most half the limit once it has been measured.
  private func list(
    _ program: PeerProgram, _ path: String, _ arguments: [String], before: () -> Void = {}
  ) throws {
    let start = Bench.now
    for round in 0...Self.rounds where round < 2 || Bench.now - start < 30_000_000_000 {
      before()
      guard let run = try BoundedRun.run(path, arguments, within: PeerBenchmarks.limit) else {
        return program.exceed(.list, .listCPU)
      }
      guard round > 0 else { continue }
      program.add(run.milliseconds, to: .list)
      program.add(run.cpuMilliseconds, to: .listCPU)
      program.add(run.memory, to: .listMemory)
    }
  }

  private func measureAbook(_ program: PeerProgram) throws {
    let addresses = "\(folder)/addressbook"
    try write(to: addresses) { number, name, email, telephone in
      "[\(number)]\nname=\(name)\nemail=\(email)\nmobile=\(telephone)\n\n"
    }
    for round in 0...Self.rounds {
      let session = try AbookSession(addresses: addresses, home: folder)
      guard let time = try session.waitForFirstScreen(within: PeerBenchmarks.limit) else {
        return program.exceed(.start, .startCPU)
      }
      let cpu = ProcessFigures.cpuNanoseconds(of: session.pilot.process)
      let memory = Double(session.pilot.peakMemory ?? 0) / 1_048_576
      try session.quit()
      guard round > 0 else { continue }
      program.add(time, to: .start)
      program.add(Double(cpu) / 1e6, to: .startCPU)
      program.add(memory, to: .memory)
    }
    let text = "\(folder)/list.txt"
    // It writes over no file.
    try list(
      program, AbookSession.path,
      ["--convert", "--informat", "abook", "--infile", addresses, "--outformat", "text", "--outfile", text],
      before: { unlink(text) })
  }

  private func measureKhard(_ program: PeerProgram) throws {
    let cards = "\(folder)/cards"
    try FileManager.default.createDirectory(atPath: cards, withIntermediateDirectories: true)
    try write(to: nil) { number, name, email, telephone in
      let card =
        "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:\(number)\r\nFN:\(name)\r\nN:\(name.replacing(" ", with: ";"));;;\r\n"
      let text = "\(card)EMAIL:\(email)\r\nTEL:\(telephone)\r\nEND:VCARD\r\n"
      guard let file = fopen("\(cards)/\(number).vcf", "w") else { throw NotMeasured("\(cards) cannot be written") }
      fputs(text, file)
      fclose(file)
      return ""
    }
    let settings = "\(folder)/khard.conf"
    try Data("[addressbooks]\n[[people]]\npath = \(cards)\n".utf8).write(to: URL(filePath: settings))
    try list(program, Self.khard, ["--config", settings, "list"])
  }

  /// Writes an entry for each person to a file, if there is one.
  private func write(
    to path: String?, _ entry: (_ number: Int, _ name: String, _ email: String, _ telephone: String) throws -> String
  ) throws {
    let file = path.flatMap { fopen($0, "w") }
    for number in 0..<count {
      let name = "Ada\(number % 97) Lovelace\(number / 97)"
      let telephone = "+1555\(String(10_000_000 + number).dropFirst())"
      let text = try entry(number, name, "person\(number)@example.org", telephone)
      if let file { fputs(text, file) }
    }
    if let file { fclose(file) }
  }
}
