/// Reads a formula such as `round({input} * 100 / {Person:age}) % 7`.
@MainActor
struct FormulaParser {
  private let characters: [Character]
  private let reader: NodeReader
  private let content: FileContent
  private var index = 0
  private var depth = 0
  private var operations = 0
  private var sources: [SourceReference] = []

  static func parse(
    _ text: String, _ reader: NodeReader, in content: FileContent
  ) throws(FileProblem) -> FormulaText {
    var parser = FormulaParser(text, reader, content)
    let root = try parser.expression(above: 0)
    guard parser.next == nil else { throw parser.problem("an operator is missing") }
    return FormulaText(root: root, sources: parser.sources)
  }

  private init(_ text: String, _ reader: NodeReader, _ content: FileContent) {
    characters = Array(text)
    self.reader = reader
    self.content = content
  }

  private func problem(_ message: String) -> FileProblem {
    reader.problem("at character \(index + 1) of the formula: \(message)")
  }

  /// The next character that is not a blank.
  private var next: Character? {
    mutating get {
      while index < characters.count, characters[index] == " " { index += 1 }
      return index < characters.count ? characters[index] : nil
    }
  }

  private mutating func take(_ character: Character) -> Bool {
    guard next == character else { return false }
    index += 1
    return true
  }

  private mutating func expression(above precedence: Int) throws(FileProblem) -> Formula {
    depth += 1
    defer { depth -= 1 }
    guard depth <= 64 else { throw problem("more than 64 levels of nesting") }
    var left = try operand()
    while let character = next, let found = Formula.operators[character], found.precedence > precedence {
      operations += 1
      guard operations <= 1_000 else { throw problem("more than 1000 operations") }
      index += 1
      // A power binds to the right: 2^3^2 is 2^(3^2).
      let right = try expression(above: found.operation == .power ? found.precedence - 1 : found.precedence)
      left = .calculation(found.operation, left, right)
    }
    return left
  }

  private mutating func operand() throws(FileProblem) -> Formula {
    guard let character = next else { throw problem("a value is missing") }
    // A power binds closer than the sign before it: -2^2 is -(2^2).
    if take("-") { return .negated(try expression(above: Formula.signPrecedence)) }
    if take("(") {
      let inner = try expression(above: 0)
      guard take(")") else { throw problem("a closing parenthesis is missing") }
      return inner
    }
    if take("{") { return try property() }
    if character.isNumber || character == "." { return try number() }
    if character.isLetter { return try call() }
    throw problem("unexpected “\(character)”")
  }

  private mutating func number() throws(FileProblem) -> Formula {
    let start = index
    while index < characters.count, characters[index].isNumber || characters[index] == "." { index += 1 }
    guard let number = Double(String(characters[start..<index])) else { throw problem("not a number") }
    return .number(number)
  }

  private mutating func property() throws(FileProblem) -> Formula {
    let start = index
    while index < characters.count, characters[index] != "}" { index += 1 }
    let name = String(characters[start..<index])
    guard take("}") else { throw problem("a closing brace is missing") }
    if name.lowercased() == "input" { return .input }
    let node = JSONNode(content: .string(name), offset: reader.node.offset)
    sources.append(try NodeReader(node, path: reader.path).source(from: nil, in: content).reference)
    return .source(sources.count - 1)
  }

  private mutating func call() throws(FileProblem) -> Formula {
    let start = index
    while index < characters.count, characters[index].isLetter || characters[index].isNumber { index += 1 }
    let name = String(characters[start..<index])
    if name == "pi" { return .number(.pi) }
    if name == "random" {
      if take("("), !take(")") { throw problem("random has no arguments") }
      return .random
    }
    if let operation = Formula.namedOperations.first(where: { $0.rawValue == name }) {
      let operands = try arguments(of: name, count: operation.isBinary ? 2...2 : 1...1)
      return .calculation(operation, operands[0], operation.isBinary ? operands[1] : .number(0))
    }
    guard let function = Formula.Function(rawValue: name) else {
      let names = Formula.namedOperations.map(\.rawValue) + Formula.Function.allCases.map(\.rawValue)
      throw problem(NodeReader.unknown("function", name, among: names))
    }
    return .call(function, try arguments(of: name, count: function.argumentCount))
  }

  private mutating func arguments(of name: String, count: ClosedRange<Int>) throws(FileProblem) -> [Formula] {
    guard take("(") else { throw problem("“\(name)” needs arguments in parentheses") }
    var arguments = [try expression(above: 0)]
    while take(",") { arguments.append(try expression(above: 0)) }
    guard take(")") else { throw problem("a closing parenthesis is missing") }
    guard count.contains(arguments.count) else { throw problem("“\(name)” has \(count.lowerBound) arguments") }
    return arguments
  }
}
