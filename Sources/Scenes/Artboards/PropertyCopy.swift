/// An input or output of a stateful artboard at work: it copies a property of one instance to one of another.
@MainActor
final class PropertyCopy: SourceLink {
  private let onChange: () -> Void
  private var target: (root: ViewModelInstance, path: PropertyPath)?
  /// Whether the property has changed since it was last copied.
  private(set) var isDirty = false

  /// - Parameter onChange: Called when there is something to copy.
  init(onChange: @escaping () -> Void) {
    self.onChange = onChange
    super.init()
  }

  /// Copies a property found in one context to one found in another from now on; a trigger when it is fired.
  func attach(_ source: SourceReference, in context: DataContext?, to target: SourceReference, in other: DataContext?) {
    self.target = other?.find(target)
    attach(source, in: context)
    if case .trigger? = value { isDirty = false } else { isDirty = true }
  }

  override func sourceDidChange() {
    guard !findsReplacedTrigger(), !isDirty else { return }
    isDirty = true
    onChange()
  }

  /// Copies the property if it has changed; returns whether it has.
  func apply() -> Bool {
    guard isDirty else { return false }
    isDirty = false
    if let value, let target, let (instance, index) = target.path.resolve(from: target.root) {
      instance.write(value, at: index)
    }
    return true
  }
}
