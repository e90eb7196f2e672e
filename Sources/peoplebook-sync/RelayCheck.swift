import Dispatch
import Glibc
import PeoplebookCore
import Persistence
import Replication

/// Prints what is found out about the relay of a shared book, as lines such as `ok key: …` and `!! relay: …`.
@MainActor
struct RelayCheck {
  let book: String

  /// The seconds after which the answer of a relay is not waited for any more.
  var limit = 15

  func run() async throws {
    let store = try Book.open(at: book, create: false)
    guard SharedBook<Person>.isShared(store) else { throw SharingError.notShared }
    let examination = try await RelayExamination(store, Person.self)
    // A relay that does not answer may block a thread, which only the end of the process ends.
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.schedule(deadline: .now() + .seconds(limit))
    timer.setEventHandler { [limit, address = examination.address] in
      MainActor.assumeIsolated {
        Self.write(
          RelayFinding(
            isGood: false, topic: .relay,
            text: "\(address) has not answered within \(limit.counted("second", "seconds")): is it running?"))
      }
      exit(1)
    }
    timer.resume()
    var isGood = true
    await examination.run { finding in
      isGood = isGood && finding.isGood
      Self.write(finding)
    }
    timer.cancel()
    await store.close()
    if !isGood { exit(1) }
  }

  static func line(_ finding: RelayFinding) -> String {
    // One finding is one line, whatever a server has answered.
    let text = finding.text.split(whereSeparator: \.isNewline).joined(separator: " ")
    return "\(finding.isGood ? "ok" : "!!") \(finding.topic): \(Messages.sanitized(text))"
  }

  private static func write(_ finding: RelayFinding) {
    print(line(finding))
  }
}
