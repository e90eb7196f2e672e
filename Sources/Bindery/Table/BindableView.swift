/// A view that shows values of one type, one after another, such as a cell or a card.
@MainActor
public protocol BindableView {
  /// The type of the values.
  associatedtype Element

  /// Shows `element`, and nothing of the former element.
  func bind(to element: Element)
}

/// An item that names the type of the view that shows it.
///
///     extension PersonItem: BindableViewModelItem {
///       static func bindableViewType(for item: PersonItem) -> PersonCell.Type {
///         item.isNew ? NewPersonCell.self : PersonCell.self
///       }
///     }
@MainActor
public protocol BindableViewModelItem {
  /// The type of the view.
  associatedtype View: BindableView where View.Element == Self

  /// The type of the view for an item, `View` or a subclass; `View` by default.
  static func bindableViewType(for item: Self) -> View.Type
}

extension BindableViewModelItem {
  /// The type `View`.
  public static func bindableViewType(for item: Self) -> View.Type { View.self }
}
