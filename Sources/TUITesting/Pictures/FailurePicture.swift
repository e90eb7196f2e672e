import FoundationEssentials
import Glibc
import TUIKit

/// Stores a picture of the screen on which a test failed in the folder that `SCREEN_PICTURES` names, so that a build
/// machine can show it.
enum FailurePicture {
  /// Returns the path; `nil` when no folder is named or the picture could not be written.
  @discardableResult
  static func keep(_ screen: ScreenContents, of what: String, in folder: String? = folder) -> String? {
    guard let folder else { return nil }
    let name = String(what.prefix(80).map { $0.isLetter || $0.isNumber ? $0 : "-" })
    let path = "\(folder)/\(name).svg"
    let picture = ScreenPicture(title: what.sanitized, showsCursor: true).svg(of: screen)
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Data(picture.utf8).write(to: URL(filePath: path))
    } catch {
      return nil
    }
    return path
  }

  private static var folder: String? { getenv("SCREEN_PICTURES").map { String(cString: $0) } }
}
