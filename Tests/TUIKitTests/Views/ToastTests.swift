import TUIKit
import Testing
import Time

@Suite @MainActor struct ToastTests {
  @Test func `it appears above the bottom lines and disappears by itself`() {
    let screen = ControlsFixture(width: 20, height: 6)
    screen.root.showToast("Copied")
    screen.scheduler.advance(by: .seconds(1))
    #expect(screen.text == "\n\n       Copied")
    screen.scheduler.advance(by: .seconds(3))
    #expect(screen.text.isEmpty)
    #expect(screen.scheduler.isIdle)
  }

  @Test func `the next one replaces it`() {
    let screen = ControlsFixture(width: 20, height: 6)
    Toast.show("One", in: screen.window)
    screen.scheduler.advance(by: .seconds(2))
    Toast.show("Two", in: screen.window)
    screen.scheduler.advance(by: .seconds(2))
    #expect(screen.lines.contains { $0.contains("Two") })
    #expect(!screen.lines.contains { $0.contains("One") })
    Toast.dismiss(in: screen.window)
    #expect(screen.text.isEmpty)
    screen.scheduler.run()
    #expect(screen.scheduler.isIdle)
  }

  @Test func `it takes neither focus nor clicks and follows the window`() {
    let screen = ControlsFixture(width: 20, height: 6)
    var pressed = 0
    let button = Button("Press") { pressed += 1 }
    screen.add(button, Rect(x: 6, y: 2, width: 8, height: 1))
    Toast.show("A sentence that is longer than the window is wide", in: screen.window)
    screen.click(8, 2)
    #expect(pressed == 1)
    #expect(screen.window.firstResponder === button)
    for size in [Size(width: 1, height: 1), Size(width: 300, height: 90)] {
      screen.window.send(.resize(size))
      _ = screen.lines
    }
    #expect(screen.lines.contains { $0.contains("A sentence that is longer than") })
  }
}
