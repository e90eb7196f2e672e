/// The number of components of a picker, and of the rows of each.
@MainActor
public protocol PickerDataSource: AnyObject {
  /// The number of components; one by default.
  func numberOfComponents(in picker: Picker) -> Int
  /// The number of rows of a component, queried again by ``Picker/reloadAllComponents()``.
  func picker(_ picker: Picker, numberOfRowsInComponent component: Int) -> Int
}

extension PickerDataSource {
  /// One component.
  public func numberOfComponents(in picker: Picker) -> Int { 1 }
}

/// The contents of a picker's rows, and a notification when the user chooses another one.
///
/// A row shows its title or a custom view.
@MainActor
public protocol PickerDelegate: AnyObject {
  /// The title of a row; empty by default. Queried for visible rows, and for all rows while the user types to find one.
  func picker(_ picker: Picker, titleForRow row: Int, forComponent component: Int) -> StyledText
  /// A view for a row, one line high; `nil`, the default, shows the title.
  ///
  /// - Parameters:
  ///   - picker: The picker that shows the row.
  ///   - row: The index of the row in its component.
  ///   - component: The index of the component.
  ///   - view: A view of a row of the component that is no longer visible, which the method may return.
  func picker(
    _ picker: Picker, viewForRow row: Int, forComponent component: Int, reusing view: PickerRowView?
  ) -> PickerRowView?
  /// The number of columns of a component; `nil` for that of the widest of its first 200 rows.
  func picker(_ picker: Picker, widthForComponent component: Int) -> Int?
  /// Called when the user has chosen a row.
  func picker(_ picker: Picker, didSelectRow row: Int, inComponent component: Int)
}

extension PickerDelegate {
  /// Returns the empty title.
  public func picker(_ picker: Picker, titleForRow row: Int, forComponent component: Int) -> StyledText { "" }
  /// Returns `nil`: the rows show titles.
  public func picker(
    _ picker: Picker, viewForRow row: Int, forComponent component: Int, reusing view: PickerRowView?
  ) -> PickerRowView? { nil }
  /// Returns `nil`: as wide as the widest of the first 200 rows.
  public func picker(_ picker: Picker, widthForComponent component: Int) -> Int? { nil }
  /// Does nothing.
  public func picker(_ picker: Picker, didSelectRow row: Int, inComponent component: Int) {}
}

/// A view that a picker shows as a row.
///
/// Subclass it, draw in one line or add subviews, and override `sizeThatFits(_:)` for the width.
open class PickerRowView: View {
  /// Whether this is the chosen row.
  ///
  /// The picker sets it.
  open var isSelected = false {
    didSet { if isSelected != oldValue { setNeedsDisplay() } }
  }

  public required override init(frame: Rect = .zero) {
    super.init(frame: frame)
  }
}
