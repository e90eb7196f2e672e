/// An item of a view that is made from a model, and made anew whenever its model changes.
@MainActor
public protocol ViewModelItem {
  associatedtype Model
  init(_ model: Model)
}

/// An item that observes its model itself, and so stays the same object while the model changes.
@MainActor
public protocol StatefulViewModelItem: AnyObject, ViewModelItem {}
