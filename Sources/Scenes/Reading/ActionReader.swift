/// Reads actions, and the references to elements and values that listeners and transitions share.
@MainActor
struct ActionReader {
  let content: FileContent
  let artboard: ArtboardDefinition

  /// The component with a name.
  func element(_ reader: NodeReader) throws(FileProblem) -> Int {
    let name = try reader.string()
    guard let index = artboard.elements.index(of: name) else {
      let known = artboard.elements.map(\.name).filter { !$0.isEmpty }
      throw reader.problem(NodeReader.unknown("component", name, among: known))
    }
    return index
  }

  func source(
    _ reader: NodeReader
  ) throws(FileProblem) -> (reference: SourceReference, property: ViewModel.Property?) {
    try reader.source(from: artboard.viewModel, in: content)
  }

  /// A value of the type of a property, or `{"bind": path}`.
  func value(
    _ reader: NodeReader, of property: ViewModel.Property?
  ) throws(FileProblem) -> ValueReference {
    if reader.isObject {
      try reader.allow(["bind"])
      return .bound(try source(try reader.require("bind")).reference)
    }
    if let property {
      return .constant(try ViewModelReader(content: content).value(of: property, reader))
    }
    switch reader.node.content {
    case .number(let number): return .constant(.number(number))
    case .boolean(let value): return .constant(.boolean(value))
    default: return .constant(.string(try reader.string()))
    }
  }

  /// A number, or `{"bind": path}`.
  func number(_ reader: NodeReader) throws(FileProblem) -> ValueReference {
    guard reader.isObject else { return .constant(.number(try reader.number())) }
    return try value(reader, of: nil)
  }

  func actions(_ reader: NodeReader?) throws(FileProblem) -> [ActionDefinition] {
    var actions: [ActionDefinition] = []
    for item in try reader?.items() ?? [] { actions.append(try action(item)) }
    return actions
  }

  private static let verbs = ["set", "fire", "report", "focus", "align"]

  func action(_ reader: NodeReader, besides keys: Set<String> = []) throws(FileProblem) -> ActionDefinition {
    try reader.allow(keys.union(Self.verbs).union(["value"]))
    let verbs = Self.verbs.filter { reader[$0] != nil }
    guard verbs.count < 2, verbs == ["set"] || reader["value"] == nil else {
      throw reader.problem("an action is one of “set”, “fire”, “report”, “focus” and “align”")
    }
    if let set = reader["set"] {
      let (reference, property) = try source(set)
      content.noteWrite(to: property)
      return .set(reference, try value(try reader.require("value"), of: property))
    }
    if let fire = reader["fire"] {
      let (reference, property) = try source(fire)
      content.noteWrite(to: property)
      if let property, property.type != .trigger { throw fire.problem("“\(property.name)” is not a trigger") }
      return .fire(reference)
    }
    if let report = reader["report"] { return .report(try report.string()) }
    if let focus = reader["focus"] {
      switch try focus.string() {
      case "next": return .focus(.next)
      case "previous": return .focus(.previous)
      case "none": return .focus(.none)
      default: return .focus(.element(try element(focus)))
      }
    }
    if let align = reader["align"] { return .align(try element(align)) }
    throw reader.problem("an action is one of “set”, “fire”, “report”, “focus” and “align”")
  }
}
