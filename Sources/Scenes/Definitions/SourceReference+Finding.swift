extension DataContext {
  /// The instance where a reference of a file begins, and its path.
  func find(_ reference: SourceReference) -> (root: ViewModelInstance, path: PropertyPath)? {
    find(reference.model, reference.text)
  }
}

extension SourceLink {
  /// Follows a reference in a context; without a context the link has no source.
  final func attach(_ reference: SourceReference, in context: DataContext?) {
    let found = context?.find(reference)
    attach(to: found?.root, found?.path)
  }
}

/// A value that is constant or follows a property.
@MainActor
final class OperandLink: SourceLink {
  private let reference: ValueReference
  /// Called when the property has changed.
  var onChange: () -> Void = {}

  init(_ reference: ValueReference) {
    self.reference = reference
    super.init()
  }

  convenience init(_ parameter: ConverterDefinition.Parameter) {
    switch parameter {
    case .constant(let number): self.init(.constant(.number(number)))
    case .bound(let reference): self.init(ValueReference.bound(reference))
    }
  }

  func attach(in context: DataContext?) {
    if case .bound(let reference) = reference { attach(reference, in: context) }
  }

  override func sourceDidChange() { onChange() }

  /// The present value; `none` when there is no source.
  var operand: Value {
    switch reference {
    case .constant(let value): value
    case .bound: value ?? .none
    }
  }

  /// The present number; 0 for anything else.
  var number: Double { operand.number ?? 0 }
}
