import Algorithms
import Glibc

/// A converter at run time: one for each bind, because some keep a state.
@MainActor
final class Converter {
  private let definition: ConverterDefinition
  private var operands: [OperandLink] = []
  private var members: [Converter] = []
  private var interpolation: Interpolation?
  private var count: UInt64 = 0
  private var items = InstanceList()
  private var random = FormulaRandom()

  /// - Parameter onChange: Called when an operand or an interpolated value has changed.
  init(_ definition: ConverterDefinition, onChange: @escaping () -> Void) {
    self.definition = definition
    operands = definition.parameters.map { OperandLink($0) }
    for operand in operands { operand.onChange = onChange }
    if case .group(let definitions) = definition.kind {
      members = definitions.map { Converter($0, onChange: onChange) }
    }
  }

  func attach(in context: DataContext?) {
    for operand in operands { operand.attach(in: context) }
    for member in members { member.attach(in: context) }
    interpolation = nil
  }

  // MARK: Converting

  /// The output for an input; the default of the output's type for an input of the wrong type.
  func convert(_ value: Value) -> Value {
    switch definition.kind {
    case .round: return .number(Arithmetic.rounded(value.number ?? 0, decimals: operands[0].number))
    case .calculate(let operation, _):
      return .number(value.number.map { Arithmetic.calculate(operation, $0, operands[0].number) } ?? 0)
    case .rangeMap(let map): return .number(value.number.map { mapped($0, map, isReversed: map.isReversed) } ?? 0)
    case .interpolate(_, let easing): return interpolated(value, easing)
    case .toString(let format):
      let decimals = format.decimals == nil ? nil : operands[0].number
      return .string(TextFormatting.text(of: value, format, decimals: decimals))
    case .toNumber: return .number(TextFormatting.number(of: value))
    case .pad(_, let text, let atStart):
      guard case .string = value else { return .string("") }
      return .string(TextFormatting.padded(value.text, to: operands[0].number, with: text, atStart: atStart))
    case .trim(let atStart, let atEnd):
      return .string(TextFormatting.trimmed(value.text, atStart: atStart, atEnd: atEnd))
    case .removeTrailingZeros: return .string(TextFormatting.withoutTrailingZeros(value.text))
    case .negate:
      guard case .boolean(let flag) = value else { return .boolean(false) }
      return .boolean(!flag)
    case .trigger:
      count &+= 1
      return .trigger(count)
    case .listLength:
      if case .list(let list) = value { return .number(Double(list.items.count)) }
      return .number(0)
    case .numberToList(let model): return .list(blankItems(value.number ?? 0, of: model))
    case .formula(let formula):
      guard let number = value.number else { return .number(0) }
      return .number(random.evaluate(formula, input: number, operands: operands))
    case .group: return members.reduce(value) { $1.convert($0) }
    case .radians: return .number((value.number ?? 0) * .pi / 180)
    case .normalize:
      let (low, high) = (operands[0].number, operands[1].number)
      guard let number = value.number, high != low else { return .number(0) }
      return .number((number - low) / (high - low))
    }
  }

  /// The input for an output, where a converter has an inverse; otherwise the value itself.
  func reversed(_ value: Value) -> Value {
    switch definition.kind {
    case .calculate(let operation, _):
      guard let number = value.number else { return .number(0) }
      return .number(Arithmetic.inverse(operation, number, operands[0].number))
    case .rangeMap(let map): return .number(mapped(value.number ?? 0, map, isReversed: !map.isReversed))
    case .toString: return .number(TextFormatting.number(of: value))
    case .toNumber:
      return .string(TextFormatting.text(of: value, ConverterDefinition.TextFormat(), decimals: nil))
    case .negate: return convert(value)
    case .group: return members.reversed().reduce(value) { $1.reversed($0) }
    case .radians: return .number((value.number ?? 0) * 180 / .pi)
    case .normalize:
      let (low, high) = (operands[0].number, operands[1].number)
      return .number(low + (value.number ?? 0) * (high - low))
    default: return value
    }
  }

  private func mapped(_ number: Double, _ map: ConverterDefinition.RangeMap, isReversed: Bool) -> Double {
    var input = (operands[0].number, operands[1].number)
    var output = (operands[2].number, operands[3].number)
    if isReversed { swap(&input, &output) }
    guard output.0 != output.1, input.0 != input.1 else { return output.0 }
    var share = (number - input.0) / (input.1 - input.0)
    if map.isModulo { share -= floor(share) }
    if map.clampsLower { share = max(0, share) }
    if map.clampsUpper { share = min(1, share) }
    if (0...1).contains(share) { share = map.easing(share) }
    return output.0 + share * (output.1 - output.0)
  }

  /// Returns `number` blank instances, and keeps those that exist already.
  private func blankItems(_ number: Double, of model: ViewModel) -> InstanceList {
    let wanted = Int(number, in: 0...10_000)
    if items.items.count == wanted { return items }
    var instances = Array(items.items.prefix(wanted))
    var budget = 100_000
    while instances.count < wanted, budget > 0 { instances.append(model.blankInstance(budget: &budget)) }
    items = InstanceList(instances)
    return items
  }

  // MARK: Time

  /// Whether an interpolated value is still on its way.
  var isMoving: Bool { interpolation?.isMoving ?? false || members.contains(where: \.isMoving) }

  /// Moves interpolated values on; returns whether one has moved.
  func advance(by seconds: Double) -> Bool {
    var hasMoved = false
    for member in members where member.advance(by: seconds) { hasMoved = true }
    if var moving = interpolation, moving.isMoving {
      moving.elapsed += seconds
      interpolation = moving
      hasMoved = true
    }
    return hasMoved
  }

  private func interpolated(_ value: Value, _ easing: EasingCurve) -> Value {
    let duration = operands[0].number / 1_000
    guard let present = interpolation, duration > 0 else {
      interpolation = Interpolation(from: value, to: value, duration: 0)
      return value
    }
    if !present.target.isSame(as: value) {
      interpolation = Interpolation(from: present.value(easing), to: value, duration: duration)
    }
    return interpolation?.value(easing) ?? value
  }
}

/// A number or a colour on its way from one value to another.
@MainActor
private struct Interpolation {
  let start: Value
  let target: Value
  let duration: Double
  var elapsed = 0.0

  init(from start: Value, to target: Value, duration: Double) {
    self.start = start
    self.target = target
    self.duration = duration
  }

  var isMoving: Bool { elapsed < duration }

  func value(_ easing: EasingCurve) -> Value {
    guard isMoving else { return target }
    return start.mixed(with: target, at: easing(elapsed / duration))
  }
}

extension ConverterDefinition {
  /// The numbers that the file writes down or binds, in the order in which a converter reads them.
  fileprivate var parameters: [Parameter] {
    switch kind {
    case .round(let decimals): [decimals]
    case .calculate(_, let operand): [operand]
    case .rangeMap(let map): [map.minimumInput, map.maximumInput, map.minimumOutput, map.maximumOutput]
    case .interpolate(let duration, _): [duration]
    case .toString(let format): [format.decimals ?? .constant(0)]
    case .pad(let length, _, _): [length]
    case .normalize(let minimum, let maximum): [minimum, maximum]
    case .formula(let formula): formula.sources.map { .bound($0) }
    default: []
    }
  }
}
