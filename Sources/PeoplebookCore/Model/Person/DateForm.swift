import Synchronization

/// The form in which dates are shown; dates are stored, searched and exported in the same form always.
public enum DateForm: String, CaseIterable, Sendable {
  /// `10 December 1815`.
  case dayFirst = "day-month-year"
  /// `December 10, 1815`.
  case monthFirst = "month-day-year"
  /// `1815-12-10`, and `10 December` without a year.
  case iso

  /// The order in `12/10/1815`, where the form tells.
  var numericOrder: PartialDate.NumericOrder? { self == .monthFirst ? .monthFirst : nil }

  private static let shared = Mutex(DateForm.dayFirst)

  /// The form of this process.
  public static var current: DateForm {
    get { shared.withLock { $0 } }
    set { shared.withLock { $0 = newValue } }
  }
}
