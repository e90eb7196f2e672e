import Testing

@testable import Persistence

@Suite struct RetryPauseTests {
  private let error = StoreError.inputOutput(path: "p", detail: "d")
  private let second: UInt64 = 1_000_000_000

  /// Also while each attempt takes long to fail.
  @Test func `the pause doubles up to a minute while an error lasts`() {
    var pause = RetryPause()
    var now = 5 * second
    for seconds in [1, 2, 4, 8, 16, 32, 60, 60] {
      #expect(pause.next(after: error, at: now) == .seconds(seconds))
      now += 150 * second
    }
  }

  @Test func `the pause is short again after a success that lasts`() {
    var pause = RetryPause()
    #expect(pause.next(after: error, at: 5 * second) == .seconds(1))
    pause.noteSuccess(at: 6 * second)
    #expect(pause.next(after: error, at: 7 * second) == .seconds(2))
    pause.noteSuccess(at: 9 * second)
    pause.noteSuccess(at: 13 * second)
    #expect(pause.next(after: error, at: 14 * second) == .seconds(1))
  }

  @Test func `the pause after a lock does not grow`() {
    var pause = RetryPause()
    for now in 5...9 {
      #expect(pause.next(after: .locked(path: "p"), at: UInt64(now) * second) == .milliseconds(250))
    }
  }
}
