/// Checks that the artboards that a file names inside of others end, and are not too many.
///
/// What data puts inside of an artboard, such as the items of a list, is not known to the file; ``ArtboardPopulation``
/// limits it.
@MainActor
struct ArtboardNesting {
  /// The components of each artboard that name another one.
  private let references: [ObjectIdentifier: [FileContent.ArtboardName]]
  /// The artboards that one contains, itself included, and the levels of nesting inside of it.
  private var known: [ObjectIdentifier: (count: Int, levels: Int)] = [:]
  /// The artboards on the way to the one that is checked.
  private var open: [ArtboardDefinition] = []

  init(_ references: [ObjectIdentifier: [FileContent.ArtboardName]]) {
    self.references = references
  }

  /// Checks an artboard with all those inside of it.
  ///
  /// - Complexity: O(*n*) for all artboards of a file, where *n* is the number of components that name one.
  mutating func check(_ artboard: ArtboardDefinition) throws(FileProblem) {
    _ = try measure(artboard)
  }

  private mutating func measure(_ artboard: ArtboardDefinition) throws(FileProblem) -> (count: Int, levels: Int) {
    let key = ObjectIdentifier(artboard)
    if let found = known[key] { return found }
    open.append(artboard)
    defer { open.removeLast() }
    var (count, levels) = (1, 0)
    for reference in references[key] ?? [] {
      if let start = open.firstIndex(where: { $0 === reference.artboard }) {
        throw reference.place.problem(Self.circle(open[start...].map(\.name)))
      }
      let inner = open.count > FileContent.levelLimit ? (count: 0, levels: levels) : try measure(reference.artboard)
      levels = max(levels, inner.levels + 1)
      guard open.count + inner.levels <= FileContent.levelLimit else {
        throw reference.place.problem("more than \(FileContent.levelLimit) artboards inside of each other")
      }
      count += inner.count
      guard count <= FileContent.artboardLimit else {
        throw reference.place.problem("more than \(FileContent.artboardLimit) artboards, with nested ones")
      }
    }
    known[key] = (count, levels)
    return (count, levels)
  }

  private static func circle(_ names: [String]) -> String {
    let others = names.dropFirst().map { "“\($0)”" }.joined(separator: ", ")
    return "artboard “\(names.first ?? "")” contains itself\(others.isEmpty ? "" : ", through \(others)")"
  }
}
