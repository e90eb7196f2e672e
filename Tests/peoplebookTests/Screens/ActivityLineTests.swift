import PeoplebookCore
import TUIKit
import Testing

@testable import peoplebook

@MainActor
@Suite struct ActivityLineTests {
  private func line(
    share: Double? = nil, canCancel: Bool = false, isCancelling: Bool = false, waiting: [Event] = []
  ) -> String {
    var activity = Activity(title: "Deleting 5 people")
    (activity.share, activity.canCancel, activity.isCancelling) = (share, canCancel, isCancelling)
    return ActivityLine.text(activity, waiting: waiting).runs.map(\.text).joined()
  }

  @Test(
    arguments: [
      (nil, "Deleting 5 people…"), (0, "Deleting 5 people…  ░░░░░░░░ 0 %"), (0.12, "Deleting 5 people…  ░░░░░░░░ 12 %"),
      (0.125, "Deleting 5 people…  █░░░░░░░ 12 %"), (0.999, "Deleting 5 people…  ███████░ 99 %"),
      (1, "Deleting 5 people…  ████████ 100 %"),
    ] as [(Double?, String)])
  func `the bar and the percentage show what is done`(share: Double?, text: String) {
    #expect(line(share: share) == text)
  }

  @Test func `the line names the key that stops, until it was pressed`() {
    #expect(line(canCancel: true) == "Deleting 5 people…  esc stops")
    #expect(line(share: 0.5, canCancel: true, isCancelling: true) == "Stopping…")
  }

  @Test func `the line names the keys that wait`() {
    let keys = [Event.key(KeyEvent(.character("d"))), .key(KeyEvent(.enter))]
    #expect(line(waiting: keys) == "Deleting 5 people…  then d enter")
    let click = Event.mouse(MouseEvent(.press, at: .zero))
    let ignored = "  clicks and later keys are ignored"
    #expect(line(waiting: [keys[0], click, keys[1]]) == "Deleting 5 people…  then d\(ignored)")
    #expect(line(waiting: [click]) == "Deleting 5 people…\(ignored)")
    let many = Array(repeating: Event.key(KeyEvent(.character("j"))), count: 10)
    #expect(line(waiting: many) == "Deleting 5 people…  then j j j j j j j j and 2 more")
    #expect(line(waiting: Array(many.prefix(8))) == "Deleting 5 people…  then j j j j j j j j")
  }
}
