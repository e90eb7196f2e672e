extension Int {
  /// The nearest whole number in a range; the lower bound for a value that is not a number.
  init(_ number: Double, in range: ClosedRange<Int>) {
    let rounded = number.rounded()
    self =
      rounded > Double(range.lowerBound)
      ? rounded < Double(range.upperBound) ? Int(rounded) : range.upperBound : range.lowerBound
  }
}
