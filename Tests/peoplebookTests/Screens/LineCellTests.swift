import PeoplebookCore
import TUIKit
import TUITesting
import Testing
import Time

@testable import peoplebook

@MainActor
@Suite struct LineCellTests {
  private func drawn(lead: String = "", detail: String = "", trail: String = "", width: Int) -> String {
    let size = Size(width: width, height: 1)
    let window = Window(size: size, frameClock: FrameClock(scheduler: ManualScheduler()))
    let controller = ViewController()
    let cell = LineCell()
    cell.bind(to: ListLine(id: "1", section: "", lead: lead, title: "Ada Lovelace", detail: detail, trail: trail))
    cell.frame = Rect(size: size)
    controller.view.addSubview(cell)
    window.rootViewController = controller
    let surface = Surface(size: size)
    window.draw(into: surface)
    return surface.line(0)
  }

  @Test func `the title is behind a short text and before the author`() {
    #expect(drawn(width: 40) == "         Ada Lovelace")
    #expect(drawn(lead: "14:02", detail: "phone", trail: "Ben", width: 40) == "  14:02  Ada Lovelace  phone       Ben")
    #expect(drawn(lead: "tomorrow", trail: "Ben", width: 40) == "  tomorrow  Ada Lovelace           Ben")
  }

  @Test func `a long title ends two cells before the author`() {
    #expect(
      drawn(lead: "14:02", detail: "phone, e-mail", trail: "Ben", width: 36) == "  14:02  Ada Lovelace  phone…  Ben")
    #expect(drawn(trail: "Ben on another machine", width: 36) == "         Ada Lovela…  Ben on anoth…")
    #expect(drawn(trail: "Ben on another machine", width: 9) == "")
  }
}
