/// The references from each folder of a module to types that its other folders declare, and to members that they add to
/// types of other folders.
///
/// The files of a folder are a node of the graph, and each of its subfolders is another one.
struct FolderGraph {
  /// A reference from a file to a type, or `.member`, that another folder declares.
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
  ///   - files: The path of each file inside the module, and its source. Files outside any folder are in the
  ///     folder `""`.
  ///   - depth: The number of levels of folders that are nodes. A deeper folder is part of its ancestor at this level.
  init(_ files: [(path: String, source: SwiftSource)], depth: Int) {
    func folder(of path: String) -> String {
      path.split(separator: "/").dropLast().prefix(depth).joined(separator: "/")
    }
    var declaring: [Substring: Set<String>] = [:]
    var declared: [String: Set<Substring>] = [:]
    for (path, source) in files {
      let folder = folder(of: path)
      for name in source.topLevelTypes { declaring[name, default: []].insert(folder) }
      declared[folder, default: []].formUnion(source.declaredTypes)
    }
    let members = Self.members(files, declaring: declaring, folder: folder)
    // A name that the folder itself declares may be the folder's own member or variable.
    var own: [String: Set<Substring>] = [:]
    for (path, source) in files { own[folder(of: path), default: []].formUnion(source.declaredMembers) }
    var owned: [Substring: [Substring: Set<String>]] = [:]
    for (path, source) in files {
      let place = folder(of: path)
      for (type, name) in source.extensionMembers {
        // The type itself may declare a member of the same name.
        guard let owners = declaring[type], !owners.contains(place),
          !owners.contains(where: { own[$0]?.contains(name) ?? false })
        else { continue }
        owned[type, default: [:]][name, default: []].insert(place)
      }
    }
    var references: [Reference] = []
    for (path, source) in files {
      let folder = folder(of: path)
      let file = path.split(separator: "/").last.map(String.init) ?? path
      for name in source.usedMembers {
        guard let target = members[name], target != folder else { continue }
        references.append(Reference(from: folder, to: target, file: file, name: ".\(name)"))
      }
      let own = own[folder] ?? []
      for (type, words) in source.bareWords {
        for name in words.subtracting(own) {
          for target in owned[type]?[name] ?? [] where target != folder {
            references.append(Reference(from: folder, to: target, file: file, name: ".\(name)"))
          }
        }
      }
      // A type that the folder itself declares has precedence.
      let known = (declared[folder] ?? []).union(source.genericParameters)
      for name in source.typeNames.subtracting(known) {
        for target in declaring[name] ?? [] {
          references.append(Reference(from: folder, to: target, file: file, name: String(name)))
        }
      }
    }
    self.references = references.sorted { "\($0)" < "\($1)" }
    targets = Dictionary(grouping: references, by: \.from).mapValues { Set($0.map(\.to)) }
  }

  /// The folders of the members that extensions add to types of other folders.
  ///
  /// A name that the module declares more than once may be another member. Members of protocols are left out, since
  /// they often have the name of a member of the standard library.
  private static func members(
    _ files: [(path: String, source: SwiftSource)], declaring: [Substring: Set<String>], folder: (String) -> String
  ) -> [Substring: String] {
    let protocols = files.reduce(into: Set<Substring>()) { $0.formUnion($1.source.protocols) }
    var counts: [Substring: Int] = [:]
    for (_, source) in files {
      for name in source.declaredMembers { counts[name, default: 0] += 1 }
    }
    var members: [Substring: String] = [:]
    for (path, source) in files {
      let folder = folder(path)
      for (type, name) in source.extensionMembers where counts[name] == 1 && !protocols.contains(type) {
        if let owners = declaring[type], !owners.contains(folder) { members[name] = folder }
      }
    }
    return members
  }

  /// The circular references of a module at every level of its folders, without those inside the folders `exceptions`.
  static func circles(
    _ files: [(path: String, source: SwiftSource)], exceptions: [String] = []
  ) -> [Reference] {
    let depth = files.map { $0.path.count { $0 == "/" } }.max() ?? 0
    return (1...max(1, depth)).flatMap { FolderGraph(files, depth: $0).circular }.filter { reference in
      !exceptions.contains { "\(reference.from)/".hasPrefix("\($0)/") && "\(reference.to)/".hasPrefix("\($0)/") }
    }
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
  var topLevelTypes: Set<Substring> { Set(fileScopeTypes.filter { !$0.isPrivate }.map(\.name)) }

  /// The types that no other type contains, and whether only this file can name them.
  var fileScopeTypes: [(name: Substring, isPrivate: Bool)] {
    let declaration =
      #/
      (?:^|\n)(?:@\w+(?:\([^)\n]*\))?\s)*
      ((?:(?:public|package|internal|private|fileprivate|open|final|indirect|nonisolated)\s)*)
      (?:class|struct|enum|protocol|actor|typealias)\s(\w+)
      /#
    return code.matches(of: declaration).map { ($0.2, $0.1.contains("private")) }
  }

  /// All types that the file declares, nested and associated ones too.
  var declaredTypes: Set<Substring> {
    Set(code.matches(of: /\b(?:class|struct|enum|protocol|actor|typealias|associatedtype) (\w+)/).map(\.1))
  }

  /// The protocols that the file declares.
  var protocols: Set<Substring> { Set(code.matches(of: /\bprotocol (\w+)/).map(\.1)) }

  /// The names of all functions, properties and cases, with repetitions.
  var declaredMembers: [Substring] { code.matches(of: /\b(?:func|var|let|case) (\w+)/).map(\.1) }

  /// The functions and properties that the file's extensions declare, with the extended types.
  var extensionMembers: [(type: Substring, name: Substring)] {
    var type: Substring?
    var members: [(type: Substring, name: Substring)] = []
    for line in code.split(separator: "\n") {
      if !line.hasPrefix(" "), !line.hasPrefix("}") {
        type = line.firstMatch(of: /^(?:@?\w+ )*?extension (\w+)/)?.1
      } else if let type, !line.hasPrefix("   "), let name = line.firstMatch(of: /\b(?:func|var|let) (\w+)/)?.1 {
        members.append((type, name))
      }
    }
    return members
  }

  /// The words in the bodies of types and extensions that may name a member of `self`, by type: neither the names after
  /// a dot nor the labels of arguments.
  var bareWords: [Substring: Set<Substring>] {
    var type: Substring?
    var words: [Substring: Set<Substring>] = [:]
    for line in code.split(separator: "\n") {
      if !line.hasPrefix(" "), !line.hasPrefix("}") {
        type = line.firstMatch(of: /^(?:@?\w+ )*?(?:extension|struct|class|enum|actor) (\w+)/)?.1
      } else if let type {
        for match in line.matches(of: /(?:^|[^\w.])([a-z]\w*)(?![\w:])/) { words[type, default: []].insert(match.1) }
      }
    }
    return words
  }

  /// The names after a dot.
  var usedMembers: Set<Substring> {
    Set(
      code.utf8.split(separator: UInt8(ascii: ".")).dropFirst().map { part in
        Substring(part.prefix { $0 == 0x5F || 0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 & 0xDF })
      })
  }

  /// The names of the generic parameters of functions.
  var genericParameters: Set<Substring> {
    Set(
      code.matches(of: /\b(?:func \w+|init|subscript)<([^>(]*)>?/).flatMap { match in
        match.1.matches(of: /(?:^|,)\s*(?:each )?(\w+)/).map(\.1)
      })
  }

  /// The names in the file that begin with a capital letter.
  var typeNames: Set<Substring> {
    Set(code.matches(of: /\b[A-Z]\w*/).map { code[$0.range] })
  }
}
