import Bindery
import Reactive
import TUIKit
import Testing

/// Stock bindings of views that are in no chain.
@Suite struct `The stock bindings` {
  @Test @MainActor func `write the property that they are named after`() {
    let label = Label("")
    let group = BindingGroup {
      label.roleBinding *= Just(.danger)
      label.attributesBinding *= Just(.bold)
      label.alignmentBinding *= Just(.center)
      label.numberOfLinesBinding *= Just(3)
      label.isHiddenBinding *= Just(true)
      label.backgroundRoleBinding *= Just(.surface)
      label.styledTextBinding *= Just(StyledText("Ada", role: .accent))
    }
    #expect(label.role == .danger && label.attributes == .bold && label.alignment == .center)
    #expect(label.numberOfLines == 3 && label.isHidden && label.backgroundRole == .surface)
    #expect(label.styledText == StyledText("Ada", role: .accent))
    let dot = StatusDot()
    let isOn = CurrentValue<Bool, Never>(true)
    group.capture { dot.isOnBinding *= isOn.asCurrentValuePublisher() }
    #expect(dot.isOn)
    isOn.value = false
    #expect(!dot.isOn)
    let segments = SegmentedControl()
    let index = CurrentValue<Int?, Never>(1)
    group.capture {
      segments.segmentsBinding *= Just(["a", "b", "c"])
      segments.selectedSegmentIndexBinding *= index
    }
    #expect(segments.selectedSegmentIndex == 1)
    _ = segments.keyPressed(KeyEvent(.right))
    #expect(index.value == 2)
  }

  @Test(arguments: [(0, 0, 0), (0, 1, 0), (1, 1, 1), (1, 4, 0.25)]) @MainActor
  func `show the completed part of a total`(done: Int, total: Int, progress: Double) {
    let bar = ProgressBar(progress: 0.5)
    let group = BindingGroup { bar *= ProgressBinding().progress(Just((done: done, total: total))) }
    #expect(bar.progress == progress)
    withExtendedLifetime(group) {}
  }
}
