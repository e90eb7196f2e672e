/// The uses of each folder of a module by its other folders.
///
/// The files of a folder are a node of the graph, and each of its subfolders is another one.
struct FolderGraph {
  /// A use of a symbol that another folder declares.
  struct Reference: Hashable, CustomStringConvertible {
    let from: String
    let to: String
    let file: String
    let name: String

    var description: String { "\(from) → \(to) (\(file): \(name))" }
  }

  let references: [Reference]
  private let targets: [String: Set<String>]

  /// - Parameters:
  ///   - uses: The uses between the files of one module, with paths relative to it. Files outside any folder are
  ///     in the folder `""`.
  ///   - depth: The number of levels of folders that are nodes. A deeper folder is part of its ancestor at this level.
  init(_ uses: some Sequence<IndexStore.Reference>, depth: Int) {
    func folder(of path: String) -> String {
      path.split(separator: "/").dropLast().prefix(depth).joined(separator: "/")
    }
    let references = uses.compactMap { use in
      let (from, to) = (folder(of: use.from), folder(of: use.to))
      let file = use.from.split(separator: "/").last.map(String.init) ?? use.from
      return from == to ? nil : Reference(from: from, to: to, file: file, name: use.symbol)
    }
    self.references = Set(references).sorted { "\($0)" < "\($1)" }
    targets = Dictionary(grouping: references, by: \.from).mapValues { Set($0.map(\.to)) }
  }

  /// The circular references of a module at every level of its folders.
  static func circles(_ uses: some Collection<IndexStore.Reference>) -> [Reference] {
    let depth = uses.map { use in [use.from, use.to].map { $0.count { $0 == "/" } }.max() ?? 0 }.max() ?? 0
    return (1...max(1, depth)).flatMap { FolderGraph(uses, depth: $0).circular }
  }

  /// The references that are part of a circle of folders.
  var circular: [Reference] {
    let reached = Dictionary(uniqueKeysWithValues: Set(references.map(\.to)).map { ($0, reach(of: $0)) })
    return references.filter { reached[$0.to]?.contains($0.from) ?? false }
  }

  private func reach(of folder: String) -> Set<String> {
    var reached: Set<String> = []
    var open = [folder]
    while let next = open.popLast() {
      for target in targets[next] ?? [] where reached.insert(target).inserted { open.append(target) }
    }
    return reached
  }
}
