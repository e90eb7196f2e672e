extension Int {
  /// With a comma between thousands: 1,204.
  var grouped: String {
    var digits = String(magnitude)
    var index = digits.count - 3
    while index > 0 {
      digits.insert(",", at: digits.index(digits.startIndex, offsetBy: index))
      index -= 3
    }
    return self < 0 ? "-" + digits : digits
  }
}
