import PeoplebookCore
import Persistence
import Testing

@testable import peoplebook

struct FiguresCommandTests {
  @Test func `figures are bars, and a line of columns for the days`() throws {
    let fixture = try ProgramFixture(
      adding: ["Ada", "--tag", "math", "--tag", "work"], ["Bob", "--tag", "work"], ["Cleo"])
    let outcome = try fixture.run("figures")
    #expect(outcome.status == 0 && outcome.messages.isEmpty)
    let lines = outcome.lines
    #expect(lines.first == "3 people" && lines.contains("People per tag"))
    #expect(lines.contains("  work \(String(repeating: "█", count: 71)) 2"))
    #expect(lines.contains("  math \(String(repeating: "█", count: 35))▌ 1"))
    #expect(lines.contains { $0.hasPrefix("  20") && $0.hasSuffix("█ 3") })
    #expect(lines.contains { $0.hasSuffix("█") && $0.contains("  ") } && lines.contains { $0.contains("3 changes") })
    #expect(try fixture.run("figures", "-n", "1").output.contains("  … and 1 more tag\n"))
    let json = try fixture.run("figures", "--format", "json").lines
    #expect(json.first == "{\"figure\":\"people\",\"name\":\"all\",\"count\":3}")
    #expect(json.contains("{\"figure\":\"tag\",\"name\":\"math\",\"count\":1}"))
    #expect(json.count { $0.hasPrefix("{\"figure\":\"month\"") } == BookFigures.monthCount)
    #expect(json.count { $0.hasPrefix("{\"figure\":\"day\"") } == BookFigures.dayCount)
  }

  @Test func `a narrow terminal cuts names and shows the last days`() {
    let statistics = BookFigures.sample
    for width in [1, 12, 40] {
      let lines = FiguresCommand.text(statistics, tagLimit: 5, width: width).split(separator: "\n")
      #expect(lines.contains { $0.hasSuffix("█") || $0.hasSuffix("12") })
      guard width >= 40 else { continue }
      #expect(lines.allSatisfy { $0.count <= width }, "\(lines)")
    }
  }

  @Test func `an empty book, a missing one and wrong usage have their status`() throws {
    let fixture = try ProgramFixture(adding: ["Ada"])
    #expect(try fixture.run("remove", "Ada").status == 0)
    let outcome = try fixture.run("figures")
    #expect(outcome.status == 0 && outcome.lines.first == "0 people" && !outcome.output.contains("per tag"))
    #expect(try fixture.run(["figures", "--book", fixture.folder + "/none.db"]).status == 5)
    #expect(try fixture.run("figures", "x").status == 2)
    #expect(try fixture.run("figures", "--help").output.contains("such as an import"))
  }
}

extension BookFigures {
  /// Figures with a long name.
  fileprivate static var sample: BookFigures {
    BookFigures(
      Statistics(
        count: 12, values: [ValueCount(value: String(repeating: "long ", count: 20), count: 12)],
        insertions: [.init(time: 1_772_539_200_000, count: 12)], commits: [1_772_539_200_000]),
      now: 1_772_539_200_000)
  }
}
