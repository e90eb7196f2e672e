import SwiftSyntax

extension SyntaxProtocol {
  /// The UTF-8 offsets of the text, without blanks and comments around it.
  var range: Range<Int> {
    positionAfterSkippingLeadingTrivia.utf8Offset..<endPositionBeforeTrailingTrivia.utf8Offset
  }

  /// The text in one line; `nil` for a text that has comments, or a string of several lines.
  var oneLine: String? {
    let text = trimmedDescription
    if !text.contains("\n") { return text }
    if text.contains("//") || text.contains("\"\"\"") { return nil }
    // Statements in a closure need their line ends.
    if text.contains("{") { return nil }
    return text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: " ")
  }

  /// The beginning of the text in one line, for reports.
  var shortened: String {
    let text = trimmedDescription.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: " ")
    return text.count > 80 ? "\(text.prefix(79))…" : text
  }

  /// Whether this is a whole condition of an `if`, `guard` or `while`, or of a `where` clause.
  var isCondition: Bool {
    parent?.is(ConditionElementSyntax.self) == true || parent?.is(WhereClauseSyntax.self) == true
  }
}

extension ExprSyntax {
  /// Whether this is `==` or `!=`, which is mutated by itself.
  var isComparison: Bool {
    let symbol = self.as(InfixOperatorExprSyntax.self)?.operator.as(BinaryOperatorExprSyntax.self)?.operator.text
    return symbol == "==" || symbol == "!="
  }
}

extension FunctionCallExprSyntax {
  /// The name of the function, without what it is a member of.
  var functionName: String {
    calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text
      ?? calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text ?? ""
  }
}

extension CodeBlockItemSyntax {
  var isBreak: Bool { item.is(BreakStmtSyntax.self) }

  /// Whether the program may compile without this statement.
  func isDroppable(unless untested: Set<String>) -> Bool {
    // What a branch does alone is left out with the branch.
    if parent?.as(CodeBlockItemListSyntax.self)?.count == 1,
      parent?.parent?.parent?.as(IfExprSyntax.self).map({ $0.elseBody == nil }) == true
    {
      return false
    }
    switch item {
    case .stmt(let statement): return isDroppable(statement)
    case .expr(var expression):
      while true {
        if let inner = expression.as(TryExprSyntax.self) {
          expression = inner.expression
        } else if let inner = expression.as(AwaitExprSyntax.self) {
          expression = inner.expression
        } else {
          break
        }
      }
      if let call = expression.as(FunctionCallExprSyntax.self) { return !untested.contains(call.functionName) }
      if let infix = expression.as(InfixOperatorExprSyntax.self) {
        if infix.operator.is(AssignmentExprSyntax.self) { return true }
        let symbol = infix.operator.as(BinaryOperatorExprSyntax.self)?.operator.text ?? ""
        return symbol.hasSuffix("=") && !["==", "!=", "<=", ">=", "===", "!=="].contains(symbol)
      }
      return false
    default: return false
    }
  }

  private func isDroppable(_ statement: StmtSyntax) -> Bool {
    if let returned = statement.as(ReturnStmtSyntax.self) { return returned.expression == nil }
    if statement.is(ContinueStmtSyntax.self) || statement.is(BreakStmtSyntax.self) {
      // At the end of a case or a loop, nothing changes without it.
      return parent?.as(CodeBlockItemListSyntax.self)?.last?.id != id
        || parent?.parent?.is(SwitchCaseSyntax.self) == false
    }
    if let check = statement.as(GuardStmtSyntax.self) { return check.conditions.areExpressions }
    guard let branch = statement.as(ExpressionStmtSyntax.self)?.expression.as(IfExprSyntax.self) else { return false }
    return branch.elseBody == nil
  }
}

extension ConditionElementListSyntax {
  /// Whether no condition declares a name.
  var areExpressions: Bool {
    allSatisfy { element in
      if case .expression = element.condition { return true }
      return false
    }
  }
}
