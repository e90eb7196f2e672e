/// What lives exactly as long as its owner: the tokens of bindings above all.
///
/// An attachment may have a key; another one with the same key takes its place, so a property that is bound anew is not
/// written by two sources.
@MainActor
public struct Attachments {
  // Looked through from the beginning: a view has few, and most have none.
  private var keyed: [(key: String, object: AnyObject)] = []
  private var others: [AnyObject] = []

  /// What is kept under a name; another one takes its place.
  public subscript(key: String) -> AnyObject? {
    get { keyed.first { $0.key == key }?.object }
    set {
      let index = keyed.firstIndex { $0.key == key }
      switch (index, newValue) {
      case (let index?, let newValue?): keyed[index].object = newValue
      case (let index?, nil): keyed.remove(at: index)
      case (nil, let newValue?): keyed.append((key, newValue))
      case (nil, nil): break
      }
    }
  }

  /// Keeps something that needs no name.
  public mutating func append(_ object: AnyObject) {
    others.append(object)
  }

  /// Lets go of everything.
  public mutating func removeAll() {
    keyed = []
    others = []
  }
}

/// A view or a view controller: something that keeps ``Attachments``.
@MainActor
public protocol AttachmentOwner: AnyObject {
  /// What lives as long as this.
  var attachments: Attachments { get set }
}

extension View: AttachmentOwner {}
extension ViewController: AttachmentOwner {}
