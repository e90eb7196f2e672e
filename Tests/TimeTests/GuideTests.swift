import Testing
import Time

/// The examples of Time's page, compiled and run.
@Suite struct `The guide to Time` {
  @Test func `a scheduler is advanced manually`() {
    var printed: [String] = []
    func print(_ word: String) { printed.append(word) }
    let scheduler = ManualScheduler()
    scheduler.schedule(after: .milliseconds(300)) { print("late") }
    let reminder = scheduler.schedule(after: .seconds(1)) { print("never") }
    scheduler.schedule { print("soon") }
    scheduler.advance(by: .milliseconds(300))
    reminder.cancel()
    scheduler.advance(by: .seconds(1))
    #expect(printed == ["soon", "late"])
  }
}
