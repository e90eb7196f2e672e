import Testing

@testable import Scenes

@Suite struct EasingCurveTests {
  private func isNear(_ value: Double, _ expected: Double) -> Bool { abs(value - expected) < 0.0005 }

  @Test(arguments: EasingCurve.named.keys.sorted())
  func `a curve begins at its start and ends at its end`(name: String) throws {
    let curve = try #require(EasingCurve.named[name])
    #expect(curve(0) == 0 && curve(1) == 1)
  }

  /// Values of browsers for the curves of the same names.
  @Test(arguments: [
    ("ease", 0.25, 0.4085), ("ease", 0.5, 0.8024), ("ease", 0.75, 0.9605), ("easeIn", 0.25, 0.0935),
    ("easeIn", 0.5, 0.3154), ("easeIn", 0.75, 0.6219), ("easeOut", 0.25, 0.3781), ("easeOut", 0.5, 0.6846),
    ("easeOut", 0.75, 0.9065), ("easeInOut", 0.25, 0.1292), ("easeInOut", 0.5, 0.5), ("easeInOut", 0.75, 0.8708),
    ("linear", 0.3, 0.3), ("hold", 0.999, 0),
  ])
  func `a curve is that of its name`(name: String, time: Double, value: Double) throws {
    let curve = try #require(EasingCurve.named[name])
    #expect(isNear(curve(time), value))
  }

  @Test func `a curve stays at its ends beyond them`() {
    let curve = EasingCurve.cubic(0.25, 0.1, 0.25, 1)
    #expect(curve(-1) == 0 && curve(2) == 1)
    let elastic = EasingCurve.elastic(.easeOut, amplitude: 1, period: 0.3)
    #expect(elastic(-1) == 0 && elastic(2) == 1)
  }

  @Test func `an elastic curve swings around its end`() {
    let curve = EasingCurve.elastic(.easeOut, amplitude: 1, period: 0.3)
    for (time, value) in [(0.1, 1.25), (0.25, 0.9116), (0.5, 1.0156), (0.75, 1.0055)] {
      #expect(isNear(curve(time), value), "\(time): \(curve(time))")
    }
    let high = EasingCurve.elastic(.easeOut, amplitude: 2, period: 0.4)
    for (time, value) in [(0.1, 1.8660), (0.5, 1.0541)] {
      #expect(isNear(high(time), value), "\(time): \(high(time))")
    }
    // A smaller amplitude than the way itself is that of the way.
    #expect(EasingCurve.elastic(.easeOut, amplitude: 0.5, period: 0.3)(0.1) == curve(0.1))
  }

  @Test func `an elastic curve is mirrored at the other end, and in the middle`() {
    let curves = EasingCurve.ElasticEnd.allCases.map { EasingCurve.elastic($0, amplitude: 1.5, period: 0.35) }
    for time in stride(from: 0.05, to: 1, by: 0.05) {
      let (start, end, both) = (curves[0](time), curves[1](1 - time), curves[2])
      #expect(isNear(start, 1 - end))
      #expect(isNear(both(time / 2), start / 2) && isNear(both(0.5 + time / 2), 0.5 + curves[1](time) / 2))
    }
  }
}
