import TUIKit
import Testing

@Suite @MainActor struct ChartsTests {
  @Test func `a sparkline shows the last values by height`() {
    let screen = ControlsFixture(width: 8, height: 1)
    let line = Sparkline([9, 9, 9, 9, 1, 2, 3, 4, 5, 6, 7, 8])
    screen.add(line)
    #expect(screen.text == "▁▂▃▄▅▆▇█")
    line.values = [1, .nan, 2]
    #expect(screen.text == "     ▄ █")
    line.range = 0...4
    #expect(screen.text == "     ▂ ▄")
    line.values = []
    #expect(screen.text.isEmpty)
    line.range = nil
    line.values = [0, 0, .infinity]
    #expect(screen.text == "     ▁▁")
    line.values = [-3, 0]
    #expect(screen.text == "      ▁█")
  }

  @Test func `with more lines its columns are higher`() {
    let screen = ControlsFixture(width: 4, height: 2)
    screen.add(Sparkline([4, 8, 12, 16]))
    #expect(screen.text == "  ▄█\n▄███")
  }

  @Test func `bars are as long as their values, between names and words`() {
    let screen = ControlsFixture(width: 20, height: 4)
    let chart = BarChart([.init("Ada", 8), .init("Grace", 4), .init("Alan", 0), .init("Bo", .nan, text: "?")])
    screen.add(chart)
    #expect(screen.text == "  Ada ████████████ 8\nGrace ██████ 4\n Alan  0\n   Bo  ?")
    chart.maximum = 16
    #expect(screen.lines[0] == "  Ada ██████ 8")
    chart.bars = [.init("half", 1.5, text: "1.5")]
    chart.maximum = 7
    #expect(screen.text == "half ██▍ 1.5")
    screen.window.send(.resize(Size(width: 3, height: 1)))
    _ = screen.lines
  }
}
