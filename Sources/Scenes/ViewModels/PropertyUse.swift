/// What a property of a stateful artboard's instance is for.
public enum PropertyUse: String, CaseIterable, Sendable {
  /// The artboard around it sets the property.
  case input
  /// The property sets one of the artboard around it.
  case output
  /// Either, or both at once.
  case both
}
