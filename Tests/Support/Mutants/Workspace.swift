import FoundationEssentials

/// A copy of the package, in which modules are mutated.
///
/// Only files that differ are written: what has not changed is not compiled again.
struct Workspace {
  /// The file that each mutated module gets.
  static let switchName = "Mutant.swift"
  let folder: String
  private let root: String
  /// The original texts of the Swift files of the modules, read once, since they may be edited during the run.
  private let sources: [String: String]
  private let files = FileManager.default

  /// Copies the package, except the Swift files of the modules.
  init(root: String, folder: String, modules: [String]) throws {
    (self.root, self.folder) = (root, folder)
    var sources: [String: String] = [:]
    for module in modules {
      for name in try files.subpathsOfDirectory(atPath: "\(root)/Sources/\(module)") where name.hasSuffix(".swift") {
        let path = "Sources/\(module)/\(name)"
        sources[path] = try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
      }
    }
    self.sources = sources
    for entry in try files.contentsOfDirectory(atPath: root) where !entry.hasPrefix(".") { try copy(entry) }
    let settings = try text(of: "Package.swift").replacing("  .treatAllWarnings(as: .error),\n", with: "")
    try write(Data(settings.utf8), to: "Package.swift")
  }

  /// The Swift files of a module, as paths from the root of the package.
  func sources(of module: String) -> [String] {
    sources.keys.filter { $0.hasPrefix("Sources/\(module)/") }.sorted()
  }

  /// The original text of a file.
  func text(of path: String) throws -> String {
    try sources[path] ?? String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
  }

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
    for path in paths where entry != "Package.swift" && sources[path] == nil {
      var isFolder = false
      guard files.fileExists(atPath: "\(root)/\(path)", isDirectory: &isFolder), !isFolder else { continue }
      try write(Data(contentsOf: URL(filePath: "\(root)/\(path)")), to: path)
    }
    let original = Set(paths)
    for path in (try? files.subpathsOfDirectory(atPath: "\(folder)/\(entry)")) ?? []
    where !original.contains("\(entry)/\(path)") && !path.hasSuffix("/\(Self.switchName)") {
      try? files.removeItem(atPath: "\(folder)/\(entry)/\(path)")
    }
  }
}
