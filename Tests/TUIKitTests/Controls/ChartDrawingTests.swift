import Testing

@testable import TUIKit

@Suite @MainActor struct ChartDrawingTests {
  let screen = ControlsFixture(width: 20, height: 4)

  @Test func `a bar grows by eighths of a cell`() {
    let eighths = (0...8).map { BarChart.text(of: Double($0) / 16, width: 2) }
    #expect(eighths == ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"])
    #expect(
      BarChart.text(of: 0.75, width: 3) == "██▎" && BarChart.text(of: 1, width: 3) == "███"
        && BarChart.text(of: 1, width: 0) == "")
  }

  @Test func `a whole number has no fraction behind its bar`() {
    let values = [3, -2, 1.5, 1e14, 1e15, .infinity]
    #expect(
      values.map { BarChart.Bar("a", $0).text } == ["3", "-2", "1.5", "100000000000000", "1000000000000000.0", "inf"])
    #expect(BarChart.Bar("a", 3, text: "three").text == "three" && BarChart.Bar("a", 3).role == .accent)
  }

  @Test func `labels leave room for the bars`() {
    let chart = BarChart([.init("a very long label", 2, role: .ok), .init("b", 1, text: "one of two"), .init("c", -5)])
    screen.add(chart, Rect(x: 0, y: 0, width: 20, height: 4))
    #expect(screen.text == "a very … █████ 2\n       b ██▌ one …\n       c  -5")
    #expect(
      screen.style(0, 0) == Style(.textDim) && screen.style(9, 0) == Style(.ok) && screen.style(15, 0) == Style()
        && screen.style(9, 1) == Style(.accent))
    #expect(
      chart.sizeThatFits(Size(width: 9, height: 9)) == Size(width: 9, height: 3)
        && chart.sizeThatFits(Size(width: 9, height: 2)).height == 2)
    chart.maximum = 1
    #expect(screen.lines[0] == "a very … █████ 2" && screen.lines[1] == "       b █████ one …")
    chart.maximum = 0
    #expect(screen.lines[0] == "a very …  2")
    chart.maximum = nil
    chart.frame.size.height = 1
    #expect(screen.text == "a very … █████████ 2")
  }

  @Test func `another number of bars is laid out again`() {
    let stack = StackView(.vertical)
    let chart = BarChart([.init("a", 1)])
    stack.addArrangedSubview(chart)
    stack.addArrangedSubview(Label("below"))
    screen.add(stack)
    #expect(screen.lines[1] == "below")
    chart.bars.append(.init("b", 1))
    #expect(screen.lines[2] == "below")
  }

  @Test func `a value has at least an eighth of its column`() {
    func eighths(_ value: Double, _ range: ClosedRange<Double>, _ size: Int) -> Int {
      Sparkline.eighths(of: value, in: range, size: size)
    }
    #expect([-1, 0, 1, 4, 8, 9].map { eighths($0, 0...8, 1) } == [1, 1, 1, 4, 8, 8])
    #expect(
      [2, 3, 4].map { eighths($0, 2...4, 3) } == [1, 12, 24] && eighths(5, 5...5, 3) == 1
        && eighths(5, 0...(.infinity), 3) == 1)
    #expect(eighths(1, 0...1, 3) == 24 && eighths(0.9, 0...1, 1) == 7)
  }

  @Test func `a line of columns as text has blanks for zero`() {
    #expect(
      Sparkline.text(of: [0, 1, 4, 8, -3]) == " ▁▄█ " && Sparkline.text(of: [0, 0]) == "  "
        && Sparkline.text(of: []) == "")
  }

  @Test func `a sparkline is as wide as its values`() {
    #expect(Sparkline([1, 2, 3]).sizeThatFits(Size(width: 9, height: 9)) == Size(width: 3, height: 1))
    #expect(Sparkline().sizeThatFits(Size(width: 9, height: 9)) == Size(width: 1, height: 1))
    #expect(Sparkline([1, 2, 3]).sizeThatFits(Size(width: 2, height: 0)) == Size(width: 2, height: 0))
    let line = Sparkline([4, 2, 4], range: 2...4, role: .ok)
    screen.add(line, Rect(x: 1, y: 1, width: 5, height: 2))
    #expect(screen.text == "\n   █ █\n   █▁█" && screen.style(3, 1) == Style(.ok))
    line.role = .danger
    #expect(screen.style(3, 1) == Style(.danger))
    line.range = nil
    #expect(screen.text == "\n   █ █\n   ███")
    line.values = [-2, 0, 2]
    #expect(screen.text == "\n     █\n   ▁██")
  }

  @Test func `only visible progress is redrawn`() {
    let bar = ProgressBar(progress: 0.5)
    #expect(bar.sizeThatFits(Size(width: 9, height: 9)) == Size(width: 9, height: 1))
    screen.add(bar, Rect(x: 0, y: 0, width: 10, height: 1))
    #expect(
      screen.lines[0] == "━━╸──  50%" && screen.style(0, 0) == Style(.accent) && screen.style(4, 0) == Style(.border)
        && screen.style(8, 0) == Style())
    bar.progress = 0.501
    #expect(!screen.window.draw(into: screen.surface))
    bar.progress = 0.51
    #expect(screen.lines[0] == "━━╸──  51%")
    bar.progress = -1
    #expect(screen.lines[0] == "─────   0%")
    bar.frame.size.width = 3
    bar.progress = 1
    #expect(screen.lines[0] == "100")
    bar.showsPercentage = false
    #expect(screen.lines[0] == "━━━")
  }

  @Test func `a dot has the colour of its state`() {
    let dot = StatusDot()
    screen.add(dot, Rect(x: 0, y: 0, width: 1, height: 1))
    #expect(
      screen.style(0, 0) == Style(.textDim) && dot.sizeThatFits(Size(width: 9, height: 9)) == Size(width: 1, height: 1))
    dot.isOn = true
    #expect(screen.style(0, 0) == Style(.ok))
  }

  @Test func `a spinner has ten phases of a tenth of a second`() {
    let spinner = Spinner(frame: Rect(x: 0, y: 0, width: 1, height: 1))
    screen.add(spinner, spinner.frame)
    spinner.isAnimating = true
    screen.scheduler.advance(by: .milliseconds(1))
    var phases: [(text: String, time: Int)] = []
    for time in 0..<1_300 {
      if phases.last?.text != screen.surface.line(0) { phases.append((screen.surface.line(0), time)) }
      screen.scheduler.advance(by: .milliseconds(1))
    }
    #expect(Set(phases.map(\.text)).count == 10 && phases[10].text == phases[0].text && phases[0].text == "⠋")
    #expect(zip(phases, phases.dropFirst()).dropFirst().allSatisfy { (100...118).contains($1.time - $0.time) })
    #expect(screen.style(0, 0) == Style(.accent))
    #expect(spinner.sizeThatFits(Size(width: 9, height: 9)) == Size(width: 1, height: 1))
    screen.clock.isMotionEnabled = false
    spinner.setNeedsDisplay()
    screen.scheduler.advance(by: .seconds(1))
    #expect(screen.surface.line(0) == "…" && screen.scheduler.isIdle)
    spinner.isAnimating = false
    #expect(screen.text.isEmpty)
  }

  @Test(arguments: [
    (4, 2, 8, 8, 8, 2), (2, 4, 8, 2, 2, 2), (4, 4, 6, 2, 4, 2), (1, 100, 9, 3, 1, 3), (100, 1, 9, 3, 9, 1),
    (4, 2, 0, 5, 0, 0), (4, 2, 5, 0, 0, 0),
    (3, 2, 3, 9, 3, 1), (3, 3, 3, 9, 3, 2),
  ]) func `a picture fits with square pixels`(width: Int, height: Int, columns: Int, lines: Int, fits: Int, high: Int) {
    let image = Bitmap(
      width: width, height: height, pixels: Array(repeating: Pixel(red: 9, green: 9, blue: 9), count: width * height))
    #expect(ImageView(image).sizeThatFits(Size(width: columns, height: lines)) == Size(width: fits, height: high))
  }

  @Test func `half of a cell may be transparent`() {
    let (red, clear) = (Pixel(red: 255, green: 0, blue: 0), Pixel.clear)
    let view = ImageView(Bitmap(width: 4, height: 2, pixels: [red, red, clear, clear, red, clear, red, clear]))
    screen.add(view, Rect(x: 1, y: 1, width: 4, height: 1))
    #expect(screen.text == "\n ▀▀▄" && screen.style(1, 1) == Style(pixel: red, behind: red))
    #expect(
      screen.style(2, 1) == Style(pixel: red) && screen.style(3, 1) == Style(pixel: red)
        && screen.style(4, 1) == Style())
    view.image = Bitmap(width: 1, height: 1, pixels: [red])
    view.frame = Rect(x: 0, y: 0, width: 6, height: 1)
    #expect(screen.text == "  ▀▀")
    view.frame.size.height = 3
    #expect(screen.text == "▀▀▀▀▀▀\n▀▀▀▀▀▀\n▀▀▀▀▀▀")
    view.frame.size.height = 1
    view.image = nil
    #expect(screen.text.isEmpty && view.sizeThatFits(Size(width: 9, height: 9)) == .zero)
    view.placeholder = "none"
    #expect(screen.text == " none" && screen.style(1, 0) == Style(.textDim))
    #expect(ImageView(Bitmap(width: 0, height: 2, pixels: [])).sizeThatFits(Size(width: 9, height: 9)) == .zero)
  }
}
