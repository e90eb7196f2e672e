/// An item of a view that is created from a model, and created again whenever its model changes.
@MainActor
public protocol ViewModelItem {
  /// The model from which an item is created.
  associatedtype Model
  /// Creates the item of a model.
  init(_ model: Model)
}

/// An item that observes its model, and stays the same object while the model changes.
@MainActor
public protocol StatefulViewModelItem: AnyObject, ViewModelItem {}
