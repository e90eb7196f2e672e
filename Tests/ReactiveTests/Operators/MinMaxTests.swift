import Reactive
import ReactiveTesting
import Testing

@Suite(.leavesNothing) struct MinMaxTests {
  @Test func `min and max deliver the extreme at the end`() {
    #expect(marbles("bac|") { source, _ in source.min() } == "---(a|)")
    #expect(marbles("bac|") { source, _ in source.max() } == "---(c|)")
    #expect(marbles("bac|") { source, _ in source.min { $0 > $1 } } == "---(c|)")
    #expect(marbles("bac|") { source, _ in source.max { $0 > $1 } } == "---(a|)")
    #expect(marbles("|") { source, _ in source.min() } == "|")
    #expect(marbles("a#") { source, _ in source.max() } == "-#")
  }

  @Test(arguments: [[3, 1, 2], [11, 12, 1, 2], [], [20, 10]]) func `they agree with those of a sequence`(values: [Int])
  {
    func byLastDigit(_ left: Int, _ right: Int) -> Bool { left % 10 < right % 10 }
    var log: [Int?] = []
    let minimum = values.publisher.min(by: byLastDigit).sink { log.append($0) }
    let maximum = values.publisher.max(by: byLastDigit).sink { log.append($0) }
    #expect(log.compactMap { $0 } == [values.min(by: byLastDigit), values.max(by: byLastDigit)].compactMap { $0 })
    withExtendedLifetime((minimum, maximum)) {}
  }
}
