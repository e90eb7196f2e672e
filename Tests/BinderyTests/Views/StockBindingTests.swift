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

  @Test @MainActor func `of bars, charts and fields write their property too`() {
    let (title, status, spinner) = (TitleBar("Book", detail: "none"), StatusBar(), Spinner())
    let (line, chart, bar) = (Sparkline(), BarChart(), ProgressBar())
    let (field, button, box) = (TextField(), Button("Save"), Checkbox("on"))
    let row = FormView().addRow("Name", field)
    let group = BindingGroup {
      title.titleBinding *= Just(StyledText("People", role: .accent))
      title.detailBinding *= Just(StyledText("7 people"))
      status.positionBinding *= Just(StyledText("1 of 7"))
      status.conditionBinding *= Just("offline")
      spinner.isAnimatingBinding *= Just(true)
      line.valuesBinding *= Just([1, 2])
      line.roleBinding *= Just(.warning)
      chart.barsBinding *= Just([BarChart.Bar("May", 3)])
      bar.showsPercentageBinding *= Just(true)
      field.placeholderBinding *= Just("Ada")
      field.isSecureBinding *= Just(true)
      field.isTabStopBinding *= Just(false)
      button.roleBinding *= Just(.danger)
      box.titleBinding *= Just("off")
      row.labelBinding *= Just("First name")
      row.noteBinding *= Just("as in the passport")
      row.isHiddenBinding *= Just(true)
    }
    #expect(title.title == StyledText("People", role: .accent) && title.detail == "7 people")
    #expect(status.position == "1 of 7" && status.condition == "offline" && spinner.isAnimating)
    #expect(line.values == [1, 2] && line.role == .warning && chart.bars == [BarChart.Bar("May", 3)])
    #expect(bar.showsPercentage && button.role == .danger && box.title == "off")
    #expect(field.placeholder == "Ada" && field.isSecure && !field.isTabStop)
    #expect(row.label == "First name" && row.note == "as in the passport" && row.isHidden)
    withExtendedLifetime(group) {}
  }
}
