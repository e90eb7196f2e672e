import TUIKit
import TUITesting
import Testing

@Suite @MainActor struct ViolationTests {
  private func pilot(_ views: View...) -> ApplicationPilot {
    let controller = ViewController()
    for view in views { controller.view.addSubview(view) }
    return ApplicationPilot(root: controller, size: Size(width: 40, height: 10))
  }

  @Test func `an ordinary screen violates nothing`() {
    let (scroll, control) = (ScrollView(), SegmentedControl(["a", "b"]))
    scroll.frame = Rect(x: 0, y: 0, width: 20, height: 3)
    control.frame = Rect(x: 0, y: 4, width: 20, height: 1)
    #expect(pilot(scroll, control).violations == [])
  }

  @Test func `a view of a negative size is named`() {
    for size in [Size(width: -1, height: 2), Size(width: 2, height: -1)] {
      let view = View()
      view.frame = Rect(origin: .zero, size: size)
      let found = pilot(view).violations
      #expect(found.count == 1 && found.first?.contains("has the size") == true, "\(found)")
    }
  }
}
