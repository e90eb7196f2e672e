/// The tables of modules in the README and in `ARCHITECTURE.md`.
enum LayerTables {
  /// The modules of the README's table, with what they may import.
  ///
  /// A row names one module or several: ``| 0 | `A` `B` | … | – |``.
  static func readme(_ text: String) -> [ModuleLayers.Module] {
    text.split(separator: "\n").flatMap { line -> [ModuleLayers.Module] in
      let cells = line.split(separator: "|").map { $0.split(separator: " ").joined(separator: " ") }
      guard cells.count == 4, let layer = Int(cells[0]) else { return [] }
      let (mayImport, exceptions) = imports(cells[3])
      return cells[1].split(separator: "`").filter { $0 != " " }.map {
        ModuleLayers.Module(name: String($0), layer: layer, mayImport: mayImport, exceptions: exceptions)
      }
    }
  }

  /// The last cell of a row: `–`, a list of modules, or `everything below`, which may be followed by exceptions.
  private static func imports(_ cell: String) -> (mayImport: Set<String>, exceptions: Set<String>) {
    func list(_ text: some StringProtocol) -> Set<String> {
      Set(text.split(separator: ",").map { String($0.drop { $0 == " " }) })
    }
    if cell == "–" { return ([], []) }
    guard let rest = cell.split(separator: "everything below", omittingEmptySubsequences: false).dropFirst().first
    else {
      return (list(cell), [])
    }
    return (["*"], list(rest.split(separator: " except ").joined()))
  }

  /// The layer of each module in `ARCHITECTURE.md`: the indented lines `2   Name, Name   description`, in which a line
  /// without a number continues the layer above it.
  static func architecture(_ text: String) -> [String: Int] {
    var layers: [String: Int] = [:]
    var layer: Int?
    for line in text.split(separator: "\n") {
      guard line.hasPrefix("    ") else {
        if layer != nil { break }
        continue
      }
      let number = line.dropFirst(4).prefix { $0.isNumber }
      guard let present = Int(number) ?? layer else { continue }
      layer = present
      let names = line.dropFirst(4 + number.count).drop { $0 == " " }
      let end = names.firstRange(of: "  ")?.lowerBound ?? names.endIndex
      for name in names[..<end].split(whereSeparator: { ", ".contains($0) }) { layers[String(name)] = present }
    }
    return layers
  }
}
