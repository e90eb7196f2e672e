/// Objects with the lifetime of their owner, mainly the tokens of bindings.
///
/// An attachment may have a key. Another object with the same key replaces it, so that two sources never write one
/// property. A replaced object is released after the change is complete: its `deinit` may use the attachments.
@MainActor
public final class Attachments {
  // Searched linearly: a view has few attachments, and most views have none.
  private var keyed: [(key: String, object: AnyObject)] = []
  private var others: [AnyObject] = []

  init() {}

  isolated deinit {}

  /// The object for a key; setting another object replaces it, and setting `nil` removes it.
  ///
  /// - Complexity: O(*n*), where *n* is the number of attachments with a key.
  public subscript(key: String) -> AnyObject? {
    get { keyed.first { $0.key == key }?.object }
    set { replace(key, with: newValue) }
  }

  /// Sets the object for a key, as the subscript does.
  ///
  /// - Returns: The former object, which the caller may keep for a while.
  /// - Complexity: O(*n*), where *n* is the number of attachments with a key.
  @discardableResult
  public func replace(_ key: String, with object: AnyObject?) -> AnyObject? {
    let index = keyed.firstIndex { $0.key == key }
    let former = index.map { keyed[$0].object }
    switch (index, object) {
    case (let index?, let object?): keyed[index].object = object
    case (let index?, nil): keyed.remove(at: index)
    case (nil, let object?): keyed.append((key, object))
    case (nil, nil): break
    }
    return former
  }

  /// Adds an object without a key.
  public func append(_ object: AnyObject) {
    others.append(object)
  }

  /// Releases every object.
  public func removeAll() {
    let former = (keyed, others)
    keyed = []
    others = []
    withExtendedLifetime(former) {}
  }
}

/// A view or a view controller: an object that keeps ``Attachments``.
@MainActor
public protocol AttachmentOwner: AnyObject {
  /// The objects with the lifetime of this one.
  var attachments: Attachments { get }
}

extension View: AttachmentOwner {}
extension ViewController: AttachmentOwner {}
