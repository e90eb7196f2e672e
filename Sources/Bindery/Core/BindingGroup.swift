import Reactive

/// The bindings of a screen, a form or a cell: they live as long as the group.
///
///     bindings = BindingGroup {
///       nameLabel.textBinding *= viewModel.name
///       saveButton.isEnabledBinding *= viewModel.canSave
///     }
///
/// Inside the block `*=` adds to the group. Blocks nest: an inner group keeps its own bindings. Outside any block `*=`
/// is a programmer error.
@MainActor
public final class BindingGroup {
  /// The group that runs its block; `nil` outside any block.
  public private(set) static var current: BindingGroup?

  /// Called with the failures of bound publishers for which no group has a handler.
  ///
  /// By default, writes a line to standard error.
  public static var unhandledFailure: (BindingFailure) -> Void = { $0.writeToStandardError() }

  /// Called when a bound publisher fails; the property keeps its last value.
  ///
  /// A group inherits the handler of the group that is current when it is made.
  public var onFailure: ((BindingFailure) -> Void)?

  private var members: [Member] = []
  /// The member count at which ended bindings are next removed.
  private var nextSweepCount = 256

  /// A binding, or an object, that a group holds.
  private enum Member {
    case token(AnyCancellable)
    case cancellable(any Cancellable)
    /// An object that is retained, and released with the group.
    case object(AnyObject)
    /// A binding in the attachments of a view, which ends with the view or with the group.
    case attachment(WeakAttachment)

    func end() {
      switch self {
      case .token(let token): token.cancel()
      case .cancellable(let cancellable): cancellable.cancel()
      case .object: break
      case .attachment(let attachment): attachment.object?.cancel()
      }
    }

    var hasEnded: Bool {
      switch self {
      case .token(let token): token.isCancelled
      case .attachment(let attachment): attachment.object == nil
      case .cancellable, .object: false
      }
    }
  }

  private final class WeakAttachment {
    weak var object: (any Cancellable & AnyObject)?

    init(_ object: any Cancellable & AnyObject) {
      self.object = object
    }
  }

  /// An empty group.
  public init() {
    onFailure = Self.current?.onFailure
  }

  /// A group with the bindings that `block` makes.
  ///
  /// `bindings = BindingGroup { … }` makes the new bindings before the former group ends, so that a source which both
  /// share always has a subscriber.
  ///
  /// - Parameters:
  ///   - onFailure: See ``onFailure``; inherited when `nil`.
  ///   - block: Makes the bindings.
  public convenience init(
    onFailure: ((BindingFailure) -> Void)? = nil, _ block: () throws -> Void
  ) rethrows {
    self.init()
    if let onFailure { self.onFailure = onFailure }
    try capture(block)
  }

  /// A group with the bindings that `block` makes, and the tokens and groups that are expressions in it.
  ///
  ///     bindings = BindingGroup.collecting {
  ///       nameLabel.textBinding *= viewModel.name
  ///       viewModel.notices.sink { [weak self] in self?.show($0) }
  ///       if isEditable { editingBindings }
  ///     }
  ///
  /// - Complexity: O(*n*), where *n* is the number of tokens that the block returns.
  public static func collecting(
    onFailure: ((BindingFailure) -> Void)? = nil, @BindingBuilder _ block: () throws -> [any Cancellable]
  ) rethrows -> BindingGroup {
    let group = BindingGroup()
    if let onFailure { group.onFailure = onFailure }
    for member in try group.capture(block) { group.add(member) }
    return group
  }

  isolated deinit {
    clear()
  }

  /// The number of live bindings and retained objects.
  ///
  /// - Complexity: O(count).
  public var count: Int { members.count { !$0.hasEnded } }

  /// Runs `block` and adds the bindings that it makes.
  ///
  /// Restores the former current group afterwards, also when `block` throws.
  ///
  /// - Returns: The result of `block`.
  public func capture<Result>(_ block: () throws -> Result) rethrows -> Result {
    let outer = Self.current
    Self.current = self
    defer { Self.current = outer }
    return try block()
  }

  /// Keeps a subscription, and cancels it with the group.
  ///
  /// - Complexity: O(1) amortised.
  public func add(_ token: AnyCancellable) {
    append(.token(token))
  }

  /// Keeps a cancellable, such as another group, and cancels it with the group.
  ///
  /// - Complexity: O(1) amortised.
  public func add(_ cancellable: any Cancellable) {
    if let token = cancellable as? AnyCancellable { add(token) } else { append(.cancellable(cancellable)) }
  }

  /// Keeps an object alive until the group ends.
  ///
  /// - Complexity: O(1) amortised.
  public func retain(_ object: AnyObject) {
    append(.object(object))
  }

  /// Adds to the current group.
  ///
  /// Outside any block this is a programmer error.
  public static func add(_ cancellable: any Cancellable) {
    running(for: String(describing: type(of: cancellable))).add(cancellable)
  }

  /// Ends an attachment of a view with the group.
  ///
  /// The group does not keep it alive.
  func addAttachment(_ object: any Cancellable & AnyObject) {
    append(.attachment(WeakAttachment(object)))
  }

  private func append(_ member: Member) {
    if members.count >= nextSweepCount {
      members.removeAll(where: \.hasEnded)
      nextSweepCount = max(256, members.count * 4)
    }
    members.append(member)
  }

  /// Ends every binding, the last one first.
  ///
  /// The group can be used again.
  ///
  /// - Complexity: O(bindings).
  public func clear() {
    while let member = members.popLast() { member.end() }
  }

  @usableFromInline
  func report(_ error: any Error, in title: String) {
    (onFailure ?? Self.unhandledFailure)(BindingFailure(error: error, binding: title))
  }

  /// The group that `*=` adds to.
  @usableFromInline
  static func running(for title: @autoclosure () -> String) -> BindingGroup {
    if let current { return current }
    // Reached only by source code that uses `*=` outside a block, whatever the data: a programmer error.
    fatalError("\(title()) *= … is outside any BindingGroup { } block\(Caller.description)")
  }
}

extension BindingGroup: @MainActor Cancellable {
  /// Ends every binding, as ``clear()`` does, for a group inside another one.
  ///
  /// - Complexity: O(*n*), where *n* is the number of members.
  public func cancel() { clear() }
}
