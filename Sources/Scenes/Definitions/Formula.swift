/// A formula: numbers, `input`, properties in braces, operators and functions.
@MainActor
indirect enum Formula {
  case number(Double)
  case input
  /// The property with this number among ``FormulaText/sources``.
  case source(Int)
  case negated(Formula)
  /// An operation of the converters. One with a single operand ignores the second.
  case calculation(ConverterDefinition.Operation, Formula, Formula)
  case call(Function, [Formula])
  /// A random number from 0 to 1.
  case random

  /// The operations with a sign between their operands, and how closely the sign binds them.
  static let operators: [Character: (operation: ConverterDefinition.Operation, precedence: Int)] = [
    "+": (.add, 1), "-": (.subtract, 1), "*": (.multiply, 2), "/": (.divide, 2), "%": (.modulo, 2), "^": (.power, 3),
  ]

  /// How closely a minus sign binds the value after it: like a product.
  static let signPrecedence = 2

  /// The operations that are called by their names.
  static let namedOperations = ConverterDefinition.Operation.allCases.filter { operation in
    !operators.values.contains { $0.operation == operation }
  }

  /// The functions that are not operations of the converters.
  enum Function: String, CaseIterable {
    case min, max, abs, clamp, lerp

    var argumentCount: ClosedRange<Int> {
      switch self {
      case .min, .max: 1...16
      case .abs: 1...1
      case .clamp, .lerp: 3...3
      }
    }
  }
}

/// A formula of a file, with the properties that it reads.
@MainActor
struct FormulaText {
  /// When a random number is drawn again.
  enum RandomMode: String, CaseIterable {
    case once, sourceChange, always
  }

  let root: Formula
  let sources: [SourceReference]
  var random = RandomMode.once
}
