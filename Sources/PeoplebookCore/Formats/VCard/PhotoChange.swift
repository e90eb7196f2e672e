import FoundationEssentials
import Glibc

/// A new photo of a person, or its removal.
public struct PhotoChange: Hashable, Sendable {
  /// The line of the card; `nil` removes the photo.
  private let line: String?

  /// Reads an image file; an empty path removes the photo.
  ///
  /// The image is a JPEG, PNG, GIF or WebP file of at most 1 MB.
  ///
  /// - Throws: The sentence about a file that is no such image.
  /// - Complexity: O(*n*), where *n* is the size of the file.
  public init(path: String) throws(InvalidValue) {
    guard !path.isEmpty else {
      line = nil
      return
    }
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw InvalidValue(description: "\(path) cannot be read: \(String(cString: strerror(errno))).")
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw InvalidValue(description: "\(path) is not a file.") }
    guard status.st_size <= Self.largest else {
      throw InvalidValue(description: "\(path) is larger than 1 MB: make the photo smaller.")
    }
    guard let image = try? Data(contentsOf: URL(filePath: path)) else {
      throw InvalidValue(description: "\(path) cannot be read.")
    }
    guard let type = Self.type(of: image) else {
      throw InvalidValue(description: "\(path) is not a JPEG, PNG, GIF or WebP image.")
    }
    guard Self.isWhole(image, type) else {
      throw InvalidValue(description: "\(path) is incomplete: copy the file again.")
    }
    line = "PHOTO;ENCODING=b;TYPE=\(type):\(image.base64EncodedString())"
  }

  private static let largest = 1 << 20

  /// The type of an image by its first bytes; `nil` for another file.
  private static func type(of image: Data) -> String? {
    if image.starts(with: [0xFF, 0xD8, 0xFF]) { return "JPEG" }
    if image.starts(with: [0x89] + Array("PNG\r\n".utf8)) { return "PNG" }
    if image.starts(with: "GIF8".utf8) { return "GIF" }
    return image.starts(with: "RIFF".utf8) && image.dropFirst(8).starts(with: "WEBP".utf8) ? "WEBP" : nil
  }

  /// Whether the file has an end of its format, which most interrupted copies lack; programs may append to it.
  private static func isWhole(_ image: Data, _ type: String) -> Bool {
    switch type {
    case "JPEG": image.contains([0xFF, 0xD9])
    case "PNG": image.contains(Array("IEND".utf8))
    case "GIF": image.dropFirst(6).contains(0x3B)
    // The length of what follows these 8 bytes.
    default: image.dropFirst(4).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) } + 8 <= image.count
    }
  }

  /// Replaces the photo of a person.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the lines of the person's card.
  public func apply(to person: inout Person) {
    person.otherProperties.removeAll(where: Person.isPhotoLine)
    if let line { person.otherProperties.append(line) }
  }
}

extension Person {
  /// The lines of the card with a photo.
  var photoLines: [String] { otherProperties.filter(Self.isPhotoLine) }

  fileprivate static func isPhotoLine(_ line: String) -> Bool { VCardProperty(text: line)?.name == "PHOTO" }
}
