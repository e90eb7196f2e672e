/// Reads the converters of a file.
@MainActor
struct ConverterReader {
  let content: FileContent

  func read(_ reader: NodeReader) throws(FileProblem) {
    for (name, item) in try reader.namedItems() {
      content.converters.append(ConverterDefinition(name, try kind(item)), named: name)
    }
  }

  /// The name of a converter, or a list of names that are applied one after the other.
  func reference(_ reader: NodeReader) throws(FileProblem) -> ConverterDefinition {
    if reader.isArray {
      var members: [ConverterDefinition] = []
      for item in try reader.items() { members.append(try reference(item)) }
      guard members.reduce(1, { $0 + $1.size }) <= ConverterDefinition.sizeLimit else {
        throw reader.problem("a pipeline has at most \(ConverterDefinition.sizeLimit) converters")
      }
      return ConverterDefinition("", .group(members))
    }
    let name = try reader.string()
    guard let found = content.converters[name] else {
      throw reader.problem(NodeReader.unknown("converter", name, among: content.converters.map(\.name)))
    }
    return found
  }

  private func kind(_ reader: NodeReader) throws(FileProblem) -> ConverterDefinition.Kind {
    let type = try reader.require("type").word(ConverterType.self)
    try reader.allow(Set(type.members.map(\.name)).union(["name", "type"]))
    for name in type.required { _ = try reader.require(name) }
    switch type {
    case .round: return .round(decimals: try parameter(reader["decimals"], 0))
    case .calculate:
      let operation = try reader.require("operation").word(ConverterDefinition.Operation.self)
      return .calculate(operation, try parameter(operation.isBinary ? reader.require("value") : nil, 0))
    case .rangeMap: return .rangeMap(try rangeMap(reader))
    case .interpolate:
      return .interpolate(
        duration: try parameter(reader["duration"], 300), try reader["easing"]?.easing() ?? .linear)
    case .toString: return .toString(try textFormat(reader))
    case .pad:
      let text = try reader["text"]?.string() ?? " "
      return .pad(
        length: try parameter(reader.require("length"), 0), text: text,
        atStart: try reader["side"]?.word(ConverterType.Side.self) ?? .start == .start)
    case .trim:
      let side = try reader["side"]?.word(ConverterType.TrimSide.self) ?? .all
      return .trim(atStart: side == .start || side == .all, atEnd: side == .end || side == .all)
    case .numberToList:
      return .numberToList(try ViewModelReader(content: content).viewModel(try reader.require("viewModel")))
    case .formula: return .formula(try formula(reader))
    case .group: return try reference(try reader.require("converters")).kind
    case .normalize:
      return .normalize(
        minimum: try parameter(reader["minimum"], 0), maximum: try parameter(reader["maximum"], 1))
    case .toNumber: return .toNumber
    case .removeTrailingZeros: return .removeTrailingZeros
    case .negate: return .negate
    case .trigger: return .trigger
    case .listLength: return .listLength
    case .radians: return .radians
    }
  }

  /// A number, or `{"bind": "Model:path"}`.
  private func parameter(
    _ reader: NodeReader?, _ initial: Double
  ) throws(FileProblem) -> ConverterDefinition.Parameter {
    guard let reader else { return .constant(initial) }
    guard reader.isObject else { return .constant(try reader.number()) }
    try reader.allow(["bind"])
    return .bound(try reader.require("bind").source(from: nil, in: content).reference)
  }

  private func rangeMap(_ reader: NodeReader) throws(FileProblem) -> ConverterDefinition.RangeMap {
    var map = ConverterDefinition.RangeMap(
      minimumInput: try parameter(reader["minimumInput"], 0), maximumInput: try parameter(reader["maximumInput"], 1),
      minimumOutput: try parameter(reader["minimumOutput"], 0),
      maximumOutput: try parameter(reader["maximumOutput"], 1))
    map.clampsLower = try reader["clampLower"]?.boolean() ?? false
    map.clampsUpper = try reader["clampUpper"]?.boolean() ?? false
    map.isModulo = try reader["modulo"]?.boolean() ?? false
    map.isReversed = try reader["reverse"]?.boolean() ?? false
    map.easing = try reader["easing"]?.easing() ?? .linear
    return map
  }

  private func textFormat(_ reader: NodeReader) throws(FileProblem) -> ConverterDefinition.TextFormat {
    var format = ConverterDefinition.TextFormat()
    if let decimals = reader["decimals"] { format.decimals = try parameter(decimals, 0) }
    format.removesTrailingZeros = try reader["removeTrailingZeros"]?.boolean() ?? false
    format.groupsThousands = try reader["commas"]?.boolean() ?? false
    if let color = reader["color"] { format.color = try color.string() }
    return format
  }

  private func formula(_ reader: NodeReader) throws(FileProblem) -> FormulaText {
    let text = try reader.require("formula")
    var formula = try FormulaParser.parse(try text.string(), text, in: content)
    if let random = reader["random"] { formula.random = try random.word(FormulaText.RandomMode.self) }
    return formula
  }
}

extension NodeReader {
  /// The name of a curve, `{"cubic": [x1, y1, x2, y2]}` or `{"elastic": {…}}`.
  func easing() throws(FileProblem) -> EasingCurve {
    if isString {
      let name = try string()
      guard let easing = EasingCurve.named[name] else {
        throw problem(Self.unknown("easing", name, among: EasingCurve.named.keys.sorted()))
      }
      return easing
    }
    try allow(["cubic", "elastic"])
    if let cubic = self["cubic"] {
      var points: [Double] = []
      for item in try cubic.items() { points.append(try item.number()) }
      guard points.count == 4, (0...1).contains(points[0]), (0...1).contains(points[2]) else {
        throw cubic.problem("expected four numbers x1, y1, x2, y2, with x1 and x2 from 0 to 1")
      }
      return .cubic(points[0], points[1], points[2], points[3])
    }
    let elastic = try require("elastic")
    try elastic.allow(["end", "amplitude", "period"])
    let period = try elastic["period"]?.number() ?? 0.3
    guard period > 0 else { throw elastic.problem("the period is greater than 0") }
    return .elastic(
      try elastic["end"]?.word(EasingCurve.ElasticEnd.self) ?? .easeOut,
      amplitude: try elastic["amplitude"]?.number() ?? 1, period: period)
  }
}
