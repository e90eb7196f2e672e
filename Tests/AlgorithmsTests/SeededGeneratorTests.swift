import Algorithms
import Testing

@Suite struct SeededGeneratorTests {
  @Test func `the numbers are those of SplitMix64`() {
    var generator = SeededGenerator(seed: 0)
    #expect(
      (0..<3).map { _ in generator.next() } == [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F])
  }

  @Test func `another seed gives other numbers`() {
    var one = SeededGenerator(seed: 1)
    var other = SeededGenerator(seed: 2)
    #expect(one.next() != other.next())
  }
}
