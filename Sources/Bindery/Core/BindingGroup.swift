import Reactive

/// The bindings of a screen, a form or a cell: they live as long as the group does.
///
///     bindings = BindingGroup {
///       nameLabel.textBinding *= viewModel.name
///       saveButton.isEnabledBinding *= viewModel.canSave
///     }
///
/// Inside the block `*=` adds to the group; blocks nest, and an inner group's bindings are its own. Outside any block `*=`
/// is a programmer error.
@MainActor
public final class BindingGroup {
  /// The group whose block is running.
  public private(set) static var current: BindingGroup?

  private var members: [AnyObject] = []

  public init() {}

  /// A group with the bindings that `block` makes.
  public convenience init(_ block: () throws -> Void) rethrows {
    self.init()
    try capture(block)
  }

  isolated deinit {
    clear()
  }

  /// How many bindings and retained objects the group holds.
  public var count: Int { members.count }

  /// Runs `block`, and takes every binding that it makes; what was the current group before is so again afterwards, also
  /// when `block` throws.
  public func capture<Result>(_ block: () throws -> Result) rethrows -> Result {
    let outer = Self.current
    Self.current = self
    defer { Self.current = outer }
    return try block()
  }

  /// Keeps a subscription until the group goes, then cancels it.
  public func add(_ cancellable: AnyCancellable) {
    members.append(cancellable)
  }

  /// Keeps any other object, a delegate chain for one, until the group goes.
  public func retain(_ object: AnyObject) {
    members.append(object)
  }

  /// Ends every binding, the last one first. The group can be used again.
  public func clear() {
    while let member = members.popLast() { (member as? AnyCancellable)?.cancel() }
  }

  /// The group that `*=` adds to.
  static func forBinding(_ property: String, of target: AnyObject?) -> BindingGroup {
    guard let current else {
      let owner = target.map { String(describing: type(of: $0)) } ?? "a released object"
      // Reached only by source code that uses `*=` outside a BindingGroup block, whatever the data: a programmer error.
      preconditionFailure("\(owner).\(property) *= … stands outside any BindingGroup { } block")
    }
    return current
  }
}
