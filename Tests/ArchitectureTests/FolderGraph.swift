/// The references from each folder of a module to types that its other folders declare.
struct FolderGraph {
  /// A reference from a file to a type that another folder declares.
  struct Reference: Hashable, CustomStringConvertible {
    let from: String
    let to: String
    let file: String
    let type: String

    var description: String { "\(from) → \(to) (\(file): \(type))" }
  }

  let references: [Reference]
  private let targets: [String: Set<String>]

  /// - Parameter files: the path of each file inside the module, and its source. Files outside any folder are in the
  ///   folder `""`.
  init(_ files: [(path: String, source: SwiftSource)]) {
    var declaring: [Substring: Set<String>] = [:]
    var declared: [String: Set<Substring>] = [:]
    for (path, source) in files {
      let folder = Self.folder(of: path)
      for name in source.topLevelTypes { declaring[name, default: []].insert(folder) }
      declared[folder, default: []].formUnion(source.declaredTypes)
    }
    var references: [Reference] = []
    for (path, source) in files {
      let folder = Self.folder(of: path)
      // A type that the folder itself declares has precedence.
      for name in source.typeNames.subtracting(declared[folder] ?? []) {
        for target in declaring[name] ?? [] {
          let file = path.split(separator: "/").last.map(String.init) ?? path
          references.append(Reference(from: folder, to: target, file: file, type: String(name)))
        }
      }
    }
    self.references = references.sorted { "\($0)" < "\($1)" }
    targets = Dictionary(grouping: references, by: \.from).mapValues { Set($0.map(\.to)) }
  }

  private static func folder(of path: String) -> String {
    let parts = path.split(separator: "/")
    return parts.count > 1 ? String(parts[0]) : ""
  }

  /// The references that are part of a circle of folders.
  var circular: [Reference] {
    references.filter { reach(of: $0.to).contains($0.from) }
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

extension SwiftSource {
  /// The types that other files can name without a prefix.
  var topLevelTypes: Set<Substring> {
    let declaration =
      #/
      (?:^|\n)(?:@\w+(?:\([^)\n]*\))?\s)*
      (?:(?:public|package|internal|open|final|indirect)\s)*
      (?:class|struct|enum|protocol|actor|typealias)\s(\w+)
      /#
    return Set(code.matches(of: declaration).map(\.1))
  }

  /// All types that the file declares, nested and associated ones too.
  var declaredTypes: Set<Substring> {
    Set(code.matches(of: /\b(?:class|struct|enum|protocol|actor|typealias|associatedtype) (\w+)/).map(\.1))
  }

  /// The names in the file that begin with a capital letter.
  var typeNames: Set<Substring> {
    Set(code.matches(of: /\b[A-Z]\w*/).map { code[$0.range] })
  }
}
