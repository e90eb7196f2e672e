/// What a program needs of a scene file besides that it is valid.
public enum FileRequirement: Sendable {
  /// Nothing: the file may be one of view models alone.
  case nothing
  /// An artboard.
  case artboard
  /// A view model of the first artboard.
  case viewModel
}
