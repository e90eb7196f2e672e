import SwiftOperators
import SwiftParser
import SwiftSyntax

/// Finds where a source text can be mutated.
///
/// Whether a mutation compiles is left to the compiler: a swapped argument may have another type.
final class MutationFinder: SyntaxVisitor {
  private(set) var mutations: [Mutation] = []
  private let converter: SourceLocationConverter

  init(_ text: String) {
    let tree = OperatorTable.standardOperators.foldAll(Parser.parse(source: text)) { _ in }
    converter = SourceLocationConverter(fileName: "", tree: tree)
    super.init(viewMode: .sourceAccurate)
    walk(tree)
  }

  private typealias Change = Mutation.Change

  private func add(_ mistake: Mutation.Mistake, _ description: String, _ node: some SyntaxProtocol, _ change: Change) {
    add(mistake, description, [.init(range: node.range, change: change)], of: node)
  }

  private func add(
    _ mistake: Mutation.Mistake, _ description: String, _ edits: [Mutation.Edit], of node: some SyntaxProtocol
  ) {
    var declaration = Syntax(node)
    while let parent = declaration.parent, !declaration.is(MemberBlockItemSyntax.self) { declaration = parent }
    mutations.append(
      .init(
        mistake: mistake, description: description, line: node.startLocation(converter: converter).line, edits: edits,
        declaration: declaration.range))
  }

  private func replace(_ mistake: Mutation.Mistake, _ node: some SyntaxProtocol, by text: String?) {
    guard let text, let original = node.oneLine else { return }
    add(mistake, "\(original) → \(text)", node, .replaced(by: text))
  }

  private func negate(_ node: some SyntaxProtocol) {
    add(.negation, "\(node.shortened) → not", node, .negated)
  }

  // MARK: What is not mutated

  override func visit(_ node: AttributeListSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: EnumCaseDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    // A weaker hash value is still correct.
    node.name.text == "hash" ? .skipChildren : .visitChildren
  }

  /// Functions that stop the program, or that change its speed only.
  private static let untested: Set<String> = [
    "assert", "assertionFailure", "fatalError", "precondition", "preconditionFailure", "reserveCapacity",
    "withExtendedLifetime",
  ]

  // MARK: Expressions

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let name = node.functionName
    if Self.untested.contains(name) { return .skipChildren }
    if let opposite = ["min": "max", "max": "min"][name], let text = node.oneLine, node.arguments.count > 1 {
      replace(.boundary, node, by: text.replacing(name, with: opposite, maxReplacements: 1))
      return .visitChildren
    }
    // The order of these two does not matter.
    if name == "swapAt" { return .visitChildren }
    for (first, second) in zip(node.arguments, node.arguments.dropFirst()) { swap(first.expression, second.expression) }
    return .visitChildren
  }

  private func swap(_ first: ExprSyntax, _ second: ExprSyntax) {
    guard let texts = first.oneLine.flatMap({ text in second.oneLine.map { (text, $0) } }), texts.0 != texts.1 else {
      return
    }
    let kinds = [first.kind, second.kind]
    let ofOneType: Set<SyntaxKind> = [.stringLiteralExpr, .closureExpr, .nilLiteralExpr, .inOutExpr]
    if kinds.contains(where: ofOneType.contains), kinds[0] != kinds[1] || kinds[0] != .stringLiteralExpr { return }
    add(
      .swapped, "\(texts.0), \(texts.1) → \(texts.1), \(texts.0)",
      [
        .init(range: first.range, change: .replaced(by: texts.1)),
        .init(range: second.range, change: .replaced(by: texts.0)),
      ], of: first)
  }

  override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    guard let value = Int(node.literal.text.filter { $0 != "_" }) else { return .skipChildren }
    replace(.constant, node, by: "\(value + 1)")
    if value > 0 { replace(.constant, node, by: "\(value - 1)") }
    return .skipChildren
  }

  override func visit(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    negate(node)
    return .skipChildren
  }

  override func visit(_ node: PrefixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    if node.operator.text == "!", !node.isCondition { negate(node) }
    return .visitChildren
  }

  override func visit(_ node: TernaryExprSyntax) -> SyntaxVisitorContinueKind {
    if !node.condition.isComparison { negate(node.condition) }
    return .visitChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    let opposites = ["first": "last", "last": "first", "dropFirst": "dropLast", "dropLast": "dropFirst"]
    let name = node.declName.baseName
    guard node.base != nil, let opposite = opposites[name.text] else { return .visitChildren }
    let called = node.parent?.as(FunctionCallExprSyntax.self).map(Syntax.init)
    let whole = called ?? Syntax(node)
    guard let text = whole.oneLine else { return .visitChildren }
    let start = name.positionAfterSkippingLeadingTrivia.utf8Offset - whole.range.lowerBound
    let (before, after) = (text.utf8.prefix(start), text.utf8.dropFirst(start))
    // The text in one line may have lost line ends before the name.
    if after.starts(with: name.text.utf8) {
      let rest = after.dropFirst(name.text.utf8.count)
      replace(.boundary, whole, by: "\(Substring(before))\(opposite)\(Substring(rest))")
    }
    return .visitChildren
  }

  override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    guard let symbol = node.operator.as(BinaryOperatorExprSyntax.self)?.operator.text else { return .visitChildren }
    guard let left = node.leftOperand.oneLine, let right = node.rightOperand.oneLine else { return .visitChildren }
    switch symbol {
    case "<": replace(.boundary, node, by: "\(left) <= \(right)")
    case "<=": replace(.boundary, node, by: "\(left) < \(right)")
    case ">": replace(.boundary, node, by: "\(left) >= \(right)")
    case ">=": replace(.boundary, node, by: "\(left) > \(right)")
    case "==", "!=":
      if !node.isCondition { negate(node) }
    case "&&", "||":
      replace(.logic, node, by: "\(left) \(symbol == "&&" ? "||" : "&&") \(right)")
      replace(.logic, node, by: left)
      replace(.logic, node, by: right)
    case "+": replace(.arithmetic, node, by: right == "1" ? left : "\(left) - \(right)")
    case "-": replace(.arithmetic, node, by: right == "1" ? left : "\(left) + \(right)")
    case "+=": replace(.arithmetic, node, by: "\(left) -= \(right)")
    case "-=": replace(.arithmetic, node, by: "\(left) += \(right)")
    case "..<", "...":
      if !node.rightOperand.is(IntegerLiteralExprSyntax.self) {
        replace(.boundary, node.rightOperand, by: "(\(right)) - 1")
      }
      if !node.leftOperand.is(IntegerLiteralExprSyntax.self) {
        replace(.boundary, node.leftOperand, by: "(\(left)) + 1")
      }
    default: break
    }
    return .visitChildren
  }

  // MARK: Conditions

  override func visit(_ node: ConditionElementListSyntax) -> SyntaxVisitorContinueKind {
    for condition in node {
      guard case .expression(let expression) = condition.condition else { continue }
      negate(expression)
      if node.count > 1 { add(.logic, "\(expression.shortened) → left out", expression, .ignored) }
    }
    return .visitChildren
  }

  override func visit(_ node: WhereClauseSyntax) -> SyntaxVisitorContinueKind {
    negate(node.condition)
    return .visitChildren
  }

  // MARK: Statements

  override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    if node.isDroppable(unless: Self.untested) { add(.dropped, "\(node.shortened) → left out", node, .dropped) }
    return .visitChildren
  }

  override func visit(_ node: SwitchCaseSyntax) -> SyntaxVisitorContinueKind {
    guard case .case(let label) = node.label, let cases = node.parent?.as(SwitchCaseListSyntax.self) else {
      return .visitChildren
    }
    let hasDefault = cases.contains { $0.as(SwitchCaseSyntax.self)?.label.is(SwitchDefaultLabelSyntax.self) == true }
    if hasDefault {
      for item in label.caseItems where item.whereClause == nil {
        add(.forgotten, "case \(item.pattern.shortened) → left out", item.pattern, .unmatched)
      }
    } else if let first = node.statements.first, let last = node.statements.last, !first.isBreak {
      let range = first.range.lowerBound..<last.range.upperBound
      add(
        .forgotten, "case \(label.caseItems.shortened): → nothing", [.init(range: range, change: .dropped)], of: node)
    }
    return .visitChildren
  }
}
