import FoundationEssentials
import Glibc

/// Something that takes the place of a file, and that a program must neither wait for nor read to its end.
public enum UnusualFile: String, CaseIterable, Sendable {
  case endlessDevice, fullDevice, pipe, folder, hugeFile

  /// What a program says of it when it expects a scene, after the name of the file.
  public var sentence: String { self == .hugeFile ? ":1:1: the file is larger than 1 MB" : " is not a file" }

  /// Replaces a file at once, as an editor does that renames a new one.
  ///
  /// - Parameters:
  ///   - path: The path of the file, which need not exist.
  ///   - folder: A folder for what a link leads to.
  public func replace(_ path: String, in folder: String) throws {
    let new = "\(folder)/\(rawValue)"
    switch self {
    case .endlessDevice: try link(new, to: "/dev/zero")
    case .fullDevice: try link(new, to: "/dev/full")
    case .folder: try link(new, to: folder)
    case .pipe: try check(mkfifo(new, 0o600))
    case .hugeFile:
      try Data().write(to: URL(filePath: new))
      // It has no blocks on the disk.
      try check(truncate(new, 1 << 30))
    }
    try check(rename(new, path))
  }

  private func link(_ path: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
  }

  private func check(_ status: Int32) throws {
    if status != 0 { throw CocoaError(.fileWriteUnknown) }
  }
}
