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

  /// Told of the failures of bound publishers for which no group on the way has a handler. By default, writes a line to
  /// standard error.
  public static var unhandledFailure: (BindingFailure) -> Void = { $0.writeToStandardError() }

  /// Told when a bound publisher fails; the property keeps its last value. A group without a handler of its own has the one
  /// of the group in whose block it was made.
  public var onFailure: ((BindingFailure) -> Void)?

  private var members: [Member] = []
  /// At how many members those that have ended elsewhere are looked for next.
  private var nextTidying = 256

  /// What a group holds.
  private enum Member {
    /// Ends with the group, if nobody has ended it before.
    case token(AnyCancellable)
    case cancellable(any Cancellable)
    case object(AnyObject)
    /// Lives in the attachments of a view, and ends with it or with the group, whichever goes first.
    case elsewhere(Elsewhere)

    func end() {
      switch self {
      case .token(let token): token.cancel()
      case .cancellable(let cancellable): cancellable.cancel()
      case .object: break
      case .elsewhere(let elsewhere): elsewhere.member?.cancel()
      }
    }

    var isGone: Bool {
      switch self {
      case .token(let token): token.isCancelled
      case .elsewhere(let elsewhere): elsewhere.member == nil
      case .cancellable, .object: false
      }
    }
  }

  private final class Elsewhere {
    weak var member: (any Cancellable & AnyObject)?

    init(_ member: any Cancellable & AnyObject) {
      self.member = member
    }
  }

  public init() {
    onFailure = Self.current?.onFailure
  }

  /// A group with the bindings that `block` makes.
  ///
  /// `bindings = BindingGroup { … }` binds anew before the former group goes, so that a source both share never finds
  /// itself without subscribers.
  ///
  /// - Parameter onFailure: see ``onFailure``.
  public convenience init(
    onFailure: ((BindingFailure) -> Void)? = nil, _ block: () throws -> Void
  ) rethrows {
    self.init()
    if let onFailure { self.onFailure = onFailure }
    try capture(block)
  }

  /// A group with the bindings that `block` makes, and everything it mentions: tokens, and groups of its own.
  ///
  ///     bindings = BindingGroup.collecting {
  ///       nameLabel.textBinding *= viewModel.name
  ///       viewModel.notices.sink { [weak self] in self?.show($0) }
  ///       if isEditable { editingBindings }
  ///     }
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

  /// How many bindings and retained objects the group holds.
  public var count: Int { members.count { !$0.isGone } }

  /// Runs `block`, and takes every binding that it makes; what was the current group before is so again afterwards, also
  /// when `block` throws.
  public func capture<Result>(_ block: () throws -> Result) rethrows -> Result {
    let outer = Self.current
    Self.current = self
    defer { Self.current = outer }
    return try block()
  }

  /// Keeps a subscription until the group goes, then cancels it.
  public func add(_ token: AnyCancellable) {
    append(.token(token))
  }

  /// Keeps something that can be cancelled, another group for one, until the group goes, then cancels it.
  public func add(_ cancellable: any Cancellable) {
    if let token = cancellable as? AnyCancellable { add(token) } else { append(.cancellable(cancellable)) }
  }

  /// Keeps any other object until the group goes.
  public func retain(_ object: AnyObject) {
    append(.object(object))
  }

  /// Adds to the group whose block is running; a programmer error outside any.
  public static func add(_ cancellable: any Cancellable) {
    running(for: String(describing: type(of: cancellable))).add(cancellable)
  }

  /// Ends with the group what lives in the attachments of a view.
  func addElsewhere(_ member: any Cancellable & AnyObject) {
    append(.elsewhere(Elsewhere(member)))
  }

  private func append(_ member: Member) {
    if members.count >= nextTidying {
      members.removeAll(where: \.isGone)
      nextTidying = max(256, members.count * 4)
    }
    members.append(member)
  }

  /// Ends every binding, the last one first. The group can be used again.
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
    fatalError("\(title()) *= … stands outside any BindingGroup { } block\(Caller.description)")
  }
}

extension BindingGroup: @MainActor Cancellable {
  /// The same as ``clear()``: for groups inside others.
  public func cancel() { clear() }
}
