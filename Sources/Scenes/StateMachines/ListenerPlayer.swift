/// A listener at work.
@MainActor
final class ListenerPlayer: SourceLink {
  let definition: ListenerDefinition
  private let onChange: (ListenerPlayer) -> Void
  private var isPending = false

  init(_ definition: ListenerDefinition, onChange: @escaping (ListenerPlayer) -> Void) {
    self.definition = definition
    self.onChange = onChange
    super.init()
  }

  func attach(in context: DataContext?) {
    if let source = definition.source { attach(source, in: context) }
    isPending = false
  }

  override func sourceDidChange() {
    guard !findsReplacedTrigger(), !isPending else { return }
    isPending = true
    onChange(self)
  }

  /// Allows the next change to be noticed.
  func endChange() { isPending = false }
}
