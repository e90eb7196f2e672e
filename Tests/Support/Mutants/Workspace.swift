import FoundationEssentials

/// A copy of the package, in which one module is mutated.
///
/// Only files that differ are written: what has not changed is not compiled again.
struct Workspace {
  let folder: String
  private let root: String
  private let module: String
  private let files = FileManager.default

  /// Copies the package, except the Swift files of the module.
  init(root: String, folder: String, module: String) throws {
    (self.root, self.folder, self.module) = (root, folder, module)
    for entry in try files.contentsOfDirectory(atPath: root) where !entry.hasPrefix(".") { try copy(entry) }
    let settings = try text(of: "Package.swift").replacing("  .treatAllWarnings(as: .error),\n", with: "")
    try write(Data(settings.utf8), to: "Package.swift")
  }

  /// The Swift files of the module, as paths from the root of the package.
  var sources: [String] {
    get throws {
      try files.subpathsOfDirectory(atPath: "\(root)/Sources/\(module)").filter { $0.hasSuffix(".swift") }.sorted()
        .map { "Sources/\(module)/\($0)" }
    }
  }

  /// The original text of a file.
  func text(of path: String) throws -> String { try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8) }

  /// Writes a file of the copy.
  func write(_ data: Data, to path: String) throws {
    let url = URL(filePath: "\(folder)/\(path)")
    if let present = try? Data(contentsOf: url), present == data { return }
    try files.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: url)
    let mode = try files.attributesOfItem(
      atPath: files.fileExists(atPath: "\(root)/\(path)") ? "\(root)/\(path)" : url.path)
    if let permissions = mode[.posixPermissions] {
      try files.setAttributes([.posixPermissions: permissions], ofItemAtPath: url.path)
    }
  }

  private func copy(_ entry: String) throws {
    var isFolder = false
    _ = files.fileExists(atPath: "\(root)/\(entry)", isDirectory: &isFolder)
    let paths = isFolder ? try files.subpathsOfDirectory(atPath: "\(root)/\(entry)").map { "\(entry)/\($0)" } : [entry]
    let mutated = "Sources/\(module)/"
    for path in paths where entry != "Package.swift" && !(path.hasPrefix(mutated) && path.hasSuffix(".swift")) {
      var isFolder = false
      guard files.fileExists(atPath: "\(root)/\(path)", isDirectory: &isFolder), !isFolder else { continue }
      try write(Data(contentsOf: URL(filePath: "\(root)/\(path)")), to: path)
    }
    let original = Set(paths)
    for path in (try? files.subpathsOfDirectory(atPath: "\(folder)/\(entry)")) ?? []
    where !original.contains("\(entry)/\(path)") {
      try? files.removeItem(atPath: "\(folder)/\(entry)/\(path)")
    }
  }
}
