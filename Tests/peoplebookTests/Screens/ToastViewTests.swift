import TUIKit
import Testing

@testable import peoplebook

@MainActor
@Suite struct ToastViewTests {
  @Test func `a press of the left button counts as a click`() {
    let toast = ToastView(scenes: SceneLibrary())
    var clicks = 0
    toast.onClick = { clicks += 1 }
    let point = Point(x: 0, y: 0)
    #expect(toast.mouseEvent(MouseEvent(.press, at: point)) && clicks == 1)
    #expect(!toast.mouseEvent(MouseEvent(.press, .right, at: point)))
    #expect(!toast.mouseEvent(MouseEvent(.release, at: point)))
    #expect(clicks == 1)
  }
}
