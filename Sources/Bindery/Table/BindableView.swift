/// A view that can show one value of its type after another: a cell, a card.
@MainActor
public protocol BindableView {
  associatedtype Element

  /// Shows `element` from now on, and nothing of the one before.
  func bind(to element: Element)
}

/// An item that knows which view shows it.
///
///     extension PersonItem: BindableViewModelItem {
///       static func bindableViewType(for item: PersonItem) -> PersonCell.Type {
///         item.isNew ? NewPersonCell.self : PersonCell.self
///       }
///     }
@MainActor
public protocol BindableViewModelItem {
  associatedtype View: BindableView where View.Element == Self

  /// The type of view for an item: `View`, unless told; or one of its subclasses.
  static func bindableViewType(for item: Self) -> View.Type
}

extension BindableViewModelItem {
  public static func bindableViewType(for item: Self) -> View.Type { View.self }
}
