/// The reason why a file, or an object of a file, is not available.
public enum FileError: Error, Equatable, CustomStringConvertible {
  /// There is no file at the path, or it cannot be read.
  case missingFile(String)
  /// The data is not a scene.
  case invalidData(String)
  /// The data is missing.
  case missingData(String)
  /// The file is not valid, or does not have what was asked for.
  case invalidFile(String)
  /// The file does not have the artboard.
  case invalidArtboard(String)
  /// The file does not have the view model.
  case invalidViewModel(String)
  /// The file does not have the view model instance.
  case invalidViewModelInstance(String)
  /// The task was cancelled.
  case cancelled

  /// The reason in one sentence.
  public var description: String {
    switch self {
    case .missingFile(let message), .invalidData(let message), .missingData(let message), .invalidFile(let message),
      .invalidArtboard(let message), .invalidViewModel(let message), .invalidViewModelInstance(let message):
      message
    case .cancelled: "The call was cancelled"
    }
  }
}
