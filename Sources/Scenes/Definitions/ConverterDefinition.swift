/// A converter as the file declares it.
@MainActor
final class ConverterDefinition {
  let name: String
  let kind: Kind
  /// The number of converters in it, itself included.
  let size: Int

  /// The number of converters in the longest pipeline.
  static let sizeLimit = 1_000

  init(_ name: String, _ kind: Kind) {
    self.name = name
    self.kind = kind
    if case .group(let members) = kind { size = members.reduce(1) { $0 + $1.size } } else { size = 1 }
  }

  enum Kind {
    case round(decimals: Parameter)
    case calculate(Operation, Parameter)
    case rangeMap(RangeMap)
    case interpolate(duration: Parameter, EasingCurve)
    case toString(TextFormat)
    case toNumber
    case pad(length: Parameter, text: String, atStart: Bool)
    case trim(atStart: Bool, atEnd: Bool)
    case removeTrailingZeros
    case negate
    case trigger
    case listLength
    case numberToList(ViewModel)
    case formula(FormulaText)
    case group([ConverterDefinition])
    case radians
    case normalize(minimum: Parameter, maximum: Parameter)
  }

  /// A number that a file writes down, or a property that contains it.
  enum Parameter {
    case constant(Double)
    case bound(SourceReference)
  }

  enum Operation: String, CaseIterable {
    case add, subtract, multiply, divide, modulo, sqrt, power, exp, log, cos, sin, tan, acos, asin, atan, atan2, round
    case floor, ceil

    /// Whether it has a second operand.
    var isBinary: Bool {
      switch self {
      case .add, .subtract, .multiply, .divide, .modulo, .power, .atan2: true
      default: false
      }
    }
  }

  struct RangeMap {
    var minimumInput: Parameter
    var maximumInput: Parameter
    var minimumOutput: Parameter
    var maximumOutput: Parameter
    var clampsLower = false
    var clampsUpper = false
    var isModulo = false
    var isReversed = false
    var easing = EasingCurve.linear
  }

  struct TextFormat {
    /// The number of decimals; `nil` for six without rounding to fewer.
    var decimals: Parameter?
    var removesTrailingZeros = false
    var groupsThousands = false
    /// How a colour is written, with `%r`, `%g`, `%b`, `%a` (decimal), `%R`, `%G`, `%B`, `%A` (hexadecimal), `%h`,
    /// `%s`, `%l`.
    var color = "#%R%G%B"
  }
}
