/// A transition's condition at run time.
@MainActor
final class Condition: SourceLink {
  private let definition: ConditionDefinition
  private let operand: OperandLink
  private let onChange: (Condition) -> Void
  /// Whether the value has changed, or the trigger was fired, since the end of the last advance.
  private var hasChanged = false

  init(_ definition: ConditionDefinition, onChange: @escaping (Condition) -> Void) {
    self.definition = definition
    operand = OperandLink(definition.value)
    self.onChange = onChange
    super.init()
    operand.onChange = { [unowned self] in onChange(self) }
  }

  func attach(in context: DataContext?) {
    if case .source(let reference) = definition.operand { attach(reference, in: context) }
    operand.attach(in: context)
    hasChanged = false
  }

  override func sourceDidChange() {
    if !findsReplacedTrigger() { hasChanged = true }
    onChange(self)
  }

  /// Forgets the change at the end of an advance.
  func endFrame() { hasChanged = false }

  /// Whether it is about an event, which one transition of a layer consumes.
  var isEvent: Bool { definition.comparison == .changed }

  /// Whether the condition holds.
  ///
  /// - Parameters:
  ///   - stage: What a condition can ask besides properties.
  ///   - isConsumed: Whether another transition of the layer has used the event in this advance.
  func holds(on stage: any MachineStage, isConsumed: Bool) -> Bool {
    if isEvent { return hasChanged && !isConsumed }
    let left: Value =
      switch definition.operand {
      case .source: value ?? .none
      case .artboardWidth: .number(Double(stage.stageSize.width))
      case .artboardHeight: .number(Double(stage.stageSize.height))
      case .focus(let element): .boolean(stage.focusedElement == element)
      }
    return Self.compare(left, definition.comparison, operand.operand)
  }

  private static func compare(
    _ left: Value, _ comparison: ConditionDefinition.Comparison, _ right: Value
  ) -> Bool {
    if let a = left.number, let b = right.number {
      switch comparison {
      case .equal: return a == b
      case .notEqual: return a != b
      case .less: return a < b
      case .greater: return a > b
      case .lessOrEqual: return a <= b
      case .greaterOrEqual: return a >= b
      case .changed: return false
      }
    }
    let isSame = right.adapted(to: left).map { left.isSame(as: $0) } ?? false
    switch comparison {
    case .equal: return isSame
    case .notEqual: return !isSame
    default: return false
    }
  }
}

/// What states, conditions and actions need to know of the artboard.
@MainActor
protocol MachineStage: AnyObject {
  /// The columns and lines of the artboard.
  var stageSize: CellSize { get }
  /// The element with the focus.
  var focusedElement: Int? { get }
}
