import Algorithms
import FoundationEssentials

/// Copies files between the folders of two machines, as a synchronising program does: late, in any order, in parts.
struct FolderCarrier {
  var random: SeededGenerator

  /// Copies some of the files that the second folder lacks or has in part.
  mutating func carry(from source: String, to target: String, share: Int = 2) throws {
    for path in files(in: source).shuffled(using: &random) where Int.random(in: 0..<share, using: &random) == 0 {
      let data = try Data(contentsOf: URL(filePath: "\(source)/\(path)"))
      let present = (try? Data(contentsOf: URL(filePath: "\(target)/\(path)")))?.count ?? -1
      guard present < data.count else { continue }
      let folder = path.split(separator: "/").dropLast().joined(separator: "/")
      try FileManager.default.createDirectory(atPath: "\(target)/\(folder)", withIntermediateDirectories: true)
      // A part of a file may arrive before the rest.
      let count = share > 1 && Bool.random(using: &random) ? Int.random(in: 0...data.count, using: &random) : data.count
      try data.prefix(max(count, present)).write(to: URL(filePath: "\(target)/\(path)"))
    }
  }

  private func files(in folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().flatMap { name in
      var isFolder = false
      if let type = try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")[.type] as? FileAttributeType
      {
        isFolder = type == .typeDirectory
      }
      return isFolder ? files(in: "\(folder)/\(name)").map { "\(name)/\($0)" } : [name]
    }
  }
}
