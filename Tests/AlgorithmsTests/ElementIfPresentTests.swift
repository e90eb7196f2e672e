import Algorithms
import Testing

@Suite struct ElementIfPresentTests {
  @Test func `an out-of-range index has no element`() {
    let slice = [1, 2, 3, 4][1...2]
    #expect((0...3).map { slice[ifPresent: $0] } == [nil, 2, 3, nil])
    #expect([Int]()[ifPresent: 0] == nil)
    #expect([1][ifPresent: -1] == nil)
  }
}
