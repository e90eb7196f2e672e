/// Reads the components of an artboard.
@MainActor
struct ElementReader {
  let content: FileContent
  let artboard: ArtboardDefinition

  private static let sides: [Slot] = [.paddingTop, .paddingRight, .paddingBottom, .paddingLeft]
  private static let artboardKeys: Set<String> = [
    "name", "viewModel", "children", "animations", "stateMachines", "defaultStateMachine",
  ]

  func readArtboard(_ reader: NodeReader) throws(FileProblem) {
    let root = ElementDefinition(ElementKind.stack.shape, name: "", parent: nil)
    artboard.elements.append(root, named: "")
    try readSlots(of: 0, reader, besides: Self.artboardKeys)
    try readChildren(of: 0, reader["children"])
  }

  private func readChildren(of parent: Int, _ reader: NodeReader?) throws(FileProblem) {
    for child in try reader?.items() ?? [] {
      let typeReader = try child.require("type")
      let type = try typeReader.string()
      guard let kind = ElementKind(rawValue: type) else {
        throw typeReader.problem(
          NodeReader.unknown("component", type, among: ElementKind.allCases.map(\.rawValue)))
      }
      guard (kind == .run) == (artboard.elements[parent].kind == .text) else {
        throw child.problem(kind == .run ? "a run belongs into a text" : "a text contains runs only")
      }
      try readElement(kind, in: parent, child)
    }
  }

  private func readElement(_ kind: ElementKind, in parent: Int, _ reader: NodeReader) throws(FileProblem) {
    let name = try reader["name"]?.string() ?? ""
    if !name.isEmpty, artboard.elements[name] != nil, let place = reader["name"] {
      throw place.problem("there is already a component with the name “\(name)”")
    }
    let shape = kind == .values ? try valuesShape(reader["properties"]) : kind.shape
    let definition = ElementDefinition(shape, name: name, parent: parent)
    definition.isFocusable = try reader["focusable"]?.boolean() ?? false
    let index = artboard.elements.count
    artboard.elements.append(definition, named: name)
    var keys: Set<String> = ["type", "name", "focusable"]
    if kind.allowsChildren { keys.insert("children") }
    switch kind {
    case .values: keys.insert("properties")
    case .text: keys.insert("runs")
    case .list:
      keys.insert("map")
      try readMap(of: definition, reader["map"])
    case .artboard:
      keys.formUnion(["stateMachine", "stateful", "inputs", "outputs"])
      if let machine = reader["stateMachine"] {
        definition.machine = try machine.string()
        content.machineReferences.append((machine, definition))
      }
      definition.isStateful = try reader["stateful"]?.boolean() ?? false
    default: break
    }
    try readSlots(of: index, reader, besides: keys)
    if kind == .artboard {
      if let place = reader["artboard"], place.isString {
        let named = FileContent.ArtboardName(place: place, artboard: try place.artboard(in: content))
        content.artboardReferences[ObjectIdentifier(artboard), default: []].append(named)
      }
      try readConnections(of: definition, reader)
    }
    try readChildren(of: index, reader["children"])
    for run in try reader["runs"]?.items() ?? [] where kind == .text {
      guard try run["type"]?.string() ?? "run" == "run" else { throw run.problem("a text contains runs only") }
      try readElement(.run, in: index, run)
    }
  }

  /// Reads the inputs and outputs of a stateful artboard, by the names of its own properties.
  private func readConnections(of definition: ElementDefinition, _ reader: NodeReader) throws(FileProblem) {
    var model: ViewModel?
    if let slot = definition.shape.number(of: .artboard), case .artboard(let reference) = definition.initial[slot] {
      model = (reference as? ArtboardDefinition)?.viewModel
    }
    let actions = ActionReader(content: content, artboard: artboard)
    for key in ["inputs", "outputs"] {
      guard let connections = reader[key] else { continue }
      guard definition.isStateful else { throw connections.problem("only a stateful artboard has “\(key)”") }
      for (name, keyOffset, value) in try connections.members() {
        let node = JSONNode(content: .string(name), offset: keyOffset)
        let place = NodeReader(node, path: value.path)
        let own = try place.source(from: model, in: content)
        if let refusal = own.property?.refusal(of: key == "inputs" ? .input : .output) { throw place.problem(refusal) }
        if key == "inputs" {
          definition.inputs.append((own.reference, try actions.value(value, of: own.property)))
        } else {
          try value.allow(["bind"])
          let target = try actions.source(try value.require("bind"))
          content.noteWrite(to: target.property)
          definition.outputs.append((own.reference, target.reference))
        }
      }
    }
  }

  private func valuesShape(_ reader: NodeReader?) throws(FileProblem) -> ElementShape {
    var own: [(name: String, initial: Value)] = []
    for (name, keyOffset, value) in try reader?.members() ?? [] {
      if ElementKind.values.shape.number(named: name) != nil {
        throw FileProblem("every component already has a property “\(name)”", at: keyOffset, path: value.path)
      }
      own.append((name, try valuesInitial(value)))
    }
    return ElementShape(.values, adding: own)
  }

  /// The initial value of a property of `values`, or of what it is bound to.
  private func valuesInitial(_ reader: NodeReader) throws(FileProblem) -> Value {
    switch reader.node.content {
    case .number(let number): return .number(number)
    case .boolean(let value): return .boolean(value)
    case .string(let text): return Color(text).map { .color($0) } ?? .string(text)
    default:
      // A list of binds derives one property from another; the first one has the type.
      let first = reader.isArray ? try reader.items().first : reader
      guard let bind = first?["bind"] else { throw reader.problem("expected a number, true or false, or text") }
      guard let property = try bind.source(from: artboard.viewModel, in: content).property else {
        return .number(0)
      }
      let isToSource = try first?["mode"]?.string() == BindDefinition.Mode.toSource.rawValue
      let converter = try isToSource ? nil : first?["converter"].map(ConverterReader(content: content).reference)
      let value = converter?.output(for: property.blankValue) ?? property.blankValue
      switch value {
      case .string, .boolean, .color, .option: return value
      default: return .number(0)
      }
    }
  }

  private func readMap(of definition: ElementDefinition, _ reader: NodeReader?) throws(FileProblem) {
    for (name, keyOffset, value) in try reader?.members() ?? [] {
      guard let model = content.viewModels[name] else {
        throw FileProblem(
          NodeReader.unknown("view model", name, among: content.viewModels.map(\.name)), at: keyOffset,
          path: value.path)
      }
      definition.map.append((model, try value.artboard(in: content).name))
    }
  }

  // MARK: Slots

  private func readSlots(
    of element: Int, _ reader: NodeReader, besides keys: Set<String>
  ) throws(FileProblem) {
    let definition = artboard.elements[element]
    var allowed = keys.union(definition.shape.slotNames)
    allowed.subtract(["widthMode", "heightMode"])
    if definition.shape.number(of: .paddingTop) != nil { allowed.insert("padding") }
    try reader.allow(allowed)
    for (key, _, value) in try reader.members() where !keys.contains(key) {
      switch key {
      case "padding": try readPadding(of: element, value)
      case "width": try readDimension(of: element, .width, .widthMode, value)
      case "height": try readDimension(of: element, .height, .heightMode, value)
      default:
        if let slot = definition.shape.number(named: key) { try readSlot(slot, of: element, value) }
      }
    }
    guard definition.kind == .values, let properties = reader["properties"] else { return }
    for (key, _, value) in try properties.members() where value.isObject || value.isArray {
      guard let slot = definition.shape.number(named: key) else { continue }
      for bind in value.isArray ? try value.items() : [value] { try readBind(to: slot, of: element, bind) }
    }
  }

  private func readSlot(_ slot: Int, of element: Int, _ reader: NodeReader) throws(FileProblem) {
    if reader.isObject {
      try readBind(to: slot, of: element, reader)
    } else {
      let example = artboard.elements[element].initial[slot]
      artboard.elements[element].initial[slot] = try reader.value(like: example, in: content)
    }
  }

  /// A number of cells, `"fit"`, `"fill"`, a percentage such as `"50%"`, or a binding to a number of cells.
  private func readDimension(
    of element: Int, _ slot: Slot, _ mode: Slot, _ reader: NodeReader
  ) throws(FileProblem) {
    let definition = artboard.elements[element]
    guard let slot = definition.shape.number(of: slot), let mode = definition.shape.number(of: mode) else { return }
    var modeName = "fixed"
    if reader.isString {
      let text = try reader.string()
      if let percent = text.percentage {
        definition.initial[slot] = .number(percent)
        modeName = "percent"
      } else if text == "fit" || text == "fill" {
        modeName = text
      } else {
        throw reader.problem("expected a number of cells, “fit”, “fill” or a percentage, found “\(text)”")
      }
    } else {
      try readSlot(slot, of: element, reader)
    }
    definition.initial[mode] = SystemEnum.sizeMode.value(modeName) ?? .none
  }

  /// One number for all sides, two for the vertical and the horizontal ones, or four, clockwise from the top.
  private func readPadding(of element: Int, _ reader: NodeReader) throws(FileProblem) {
    var values: [Double] = []
    if reader.isArray {
      for item in try reader.items() { values.append(try item.number()) }
      guard values.count == 2 || values.count == 4 else { throw reader.problem("expected two or four numbers") }
      if values.count == 2 { values += values }
    } else {
      values = Array(repeating: try reader.number(), count: 4)
    }
    let definition = artboard.elements[element]
    for (side, value) in zip(Self.sides, values) {
      if let slot = definition.shape.number(of: side) { definition.initial[slot] = .number(value) }
    }
  }

  private func readBind(to slot: Int, of element: Int, _ reader: NodeReader) throws(FileProblem) {
    try reader.allow(["bind", "mode", "prefer", "converter"])
    let place = try reader.require("bind")
    let (source, property) = try place.source(from: artboard.viewModel, in: content)
    var bind = BindDefinition(element: element, slot: slot, source: source)
    let entry = artboard.elements[element].shape.entries[slot]
    if entry.isComputed { bind.mode = .toSource }
    if let mode = reader["mode"] {
      bind.mode = try mode.word(BindDefinition.Mode.self)
      guard !entry.isComputed || bind.mode == .toSource else {
        throw mode.problem("the layout computes “\(entry.name)”, so the mode of its bind is “toSource”")
      }
    }
    bind.preference = try reader["prefer"].map { reader throws(FileProblem) in
      try reader.word(BindDefinition.Preference.self)
    }
    if let converter = reader["converter"] {
      bind.converter = try ConverterReader(content: content).reference(converter)
    }
    if let property, let refusal = bind.refusal(between: entry, and: property) { throw place.problem(refusal) }
    if bind.mode == .toSource || bind.mode == .twoWay { content.noteWrite(to: property) }
    artboard.binds.append(bind)
  }
}
