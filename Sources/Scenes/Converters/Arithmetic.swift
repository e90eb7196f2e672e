import Algorithms
import Glibc

/// The operations of converters on numbers.
@MainActor
enum Arithmetic {
  /// The number rounded to some decimals; halves are rounded away from zero.
  static func rounded(_ number: Double, decimals: Double) -> Double {
    let factor = pow(10, min(max(decimals.rounded(), 0), 12))
    return (number * factor).rounded(.toNearestOrAwayFromZero) / factor
  }

  /// The remainder, which is never negative for a positive divisor.
  static func modulo(_ number: Double, _ divisor: Double) -> Double {
    guard divisor != 0 else { return 0 }
    let rest = fmod(number, divisor)
    return rest < 0 ? rest + abs(divisor) : rest
  }

  static func calculate(_ operation: ConverterDefinition.Operation, _ a: Double, _ b: Double) -> Double {
    switch operation {
    case .add: a + b
    case .subtract: a - b
    case .multiply: a * b
    case .divide: b == 0 ? 0 : a / b
    case .modulo: modulo(a, b)
    case .power: pow(a, b)
    case .sqrt: Glibc.sqrt(a)
    case .exp: Glibc.exp(a)
    case .log: Glibc.log(a)
    case .cos: Glibc.cos(a)
    case .sin: Glibc.sin(a)
    case .tan: Glibc.tan(a)
    case .acos: Glibc.acos(a)
    case .asin: Glibc.asin(a)
    case .atan: Glibc.atan(a)
    case .atan2: Glibc.atan2(a, b)
    case .round: a.rounded(.toNearestOrAwayFromZero)
    case .floor: Glibc.floor(a)
    case .ceil: Glibc.ceil(a)
    }
  }

  /// The number that the operation leads to `result` from; `result` itself when there is no inverse.
  static func inverse(_ operation: ConverterDefinition.Operation, _ result: Double, _ b: Double) -> Double {
    switch operation {
    case .add: result - b
    case .subtract: result + b
    case .multiply: b == 0 ? 0 : result / b
    case .divide: result * b
    case .power: b == 0 ? result : pow(result, 1 / b)
    case .sqrt: result * result
    case .exp: Glibc.log(result)
    case .log: Glibc.exp(result)
    case .cos: Glibc.acos(result)
    case .sin: Glibc.asin(result)
    case .tan: Glibc.atan(result)
    case .acos: Glibc.cos(result)
    case .asin: Glibc.sin(result)
    case .atan: Glibc.tan(result)
    case .modulo, .atan2, .round, .floor, .ceil: result
    }
  }
}

/// Evaluates a formula, and keeps its random numbers as long as its mode says.
@MainActor
struct FormulaRandom {
  private var generator = SeededGenerator(seed: 1)
  private var drawn: [Double] = []
  private var used = 0
  private var lastInput: Double?

  mutating func evaluate(_ formula: FormulaText, input: Double, operands: [OperandLink]) -> Double {
    used = 0
    switch formula.random {
    case .once: break
    case .sourceChange: if lastInput != input { drawn = [] }
    case .always: drawn = []
    }
    lastInput = input
    return value(of: formula.root, input, operands)
  }

  private mutating func value(of formula: Formula, _ input: Double, _ operands: [OperandLink]) -> Double {
    switch formula {
    case .number(let number): return number
    case .input: return input
    case .source(let index): return operands[index].number
    case .negated(let inner): return -value(of: inner, input, operands)
    case .random:
      if used == drawn.count { drawn.append(Double.random(in: 0..<1, using: &generator)) }
      defer { used += 1 }
      return drawn[used]
    case .calculation(let operation, let left, let right):
      let (a, b) = (value(of: left, input, operands), value(of: right, input, operands))
      return Arithmetic.calculate(operation, a, b)
    case .call(let function, let arguments):
      var values: [Double] = []
      for argument in arguments { values.append(value(of: argument, input, operands)) }
      return Self.call(function, values)
    }
  }

  private static func call(_ function: Formula.Function, _ values: [Double]) -> Double {
    switch function {
    case .min: values.min() ?? 0
    case .max: values.max() ?? 0
    case .abs: abs(values[0])
    case .clamp: min(max(values[0], values[1]), max(values[1], values[2]))
    case .lerp: values[0] + (values[1] - values[0]) * values[2]
    }
  }
}
