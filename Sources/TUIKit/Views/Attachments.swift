/// What lives exactly as long as its owner: the tokens of bindings above all.
///
/// An attachment may have a key; another one with the same key takes its place, so a property that is bound anew is not
/// written by two sources.
@MainActor
public struct Attachments {
  private var keyed: [String: AnyObject] = [:]
  private var others: [AnyObject] = []

  public subscript(key: String) -> AnyObject? {
    get { keyed[key] }
    set { keyed[key] = newValue }
  }

  public mutating func append(_ object: AnyObject) {
    others.append(object)
  }

  public mutating func removeAll() {
    keyed = [:]
    others = []
  }
}

/// A view or a view controller: something that keeps ``Attachments``.
@MainActor
public protocol AttachmentOwner: AnyObject {
  var attachments: Attachments { get set }
}

extension View: AttachmentOwner {}
extension ViewController: AttachmentOwner {}
