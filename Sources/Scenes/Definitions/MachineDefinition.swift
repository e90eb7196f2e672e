/// A state machine as the file declares it.
@MainActor
final class MachineDefinition {
  let name: String
  var layers: [LayerDefinition] = []
  var listeners: [ListenerDefinition] = []

  init(_ name: String) {
    self.name = name
  }
}

/// One layer: a state at a time.
@MainActor
struct LayerDefinition {
  /// The states; the first three are always entry, exit and any.
  var states = NamedList<StateDefinition>()

  static let entry = 0
  static let exit = 1
  static let any = 2
}

@MainActor
struct StateDefinition {
  enum Content {
    /// Plays nothing.
    case empty
    case animation(Int, speed: Double)
    /// Mixes the two animations that are nearest to a number.
    case blend(ValueReference, [(value: Double, animation: Int)])
    /// Adds up animations, each with its weight.
    case additive([(weight: ValueReference, animation: Int)])
  }

  let name: String
  var content = Content.empty
  var onStart: [ActionDefinition] = []
  var onEnd: [ActionDefinition] = []
  /// Chooses among the allowed transitions by their weights.
  var isExitRandom = false
  /// The transitions from this state, in the order of the file.
  var transitions: [TransitionDefinition] = []
}

@MainActor
struct TransitionDefinition {
  /// A time: in seconds, or as a fraction of the state's animation.
  enum Time {
    case seconds(ValueReference)
    case fraction(Double)
  }

  let target: Int
  var duration = Time.seconds(.constant(.number(0)))
  var exitTime: Time?
  var pausesOnExit = false
  var allowsEarlyExit = false
  var easing = EasingCurve.linear
  var weight = 1.0
  var isDisabled = false
  var conditions: [ConditionDefinition] = []
  var onStart: [ActionDefinition] = []
  var onEnd: [ActionDefinition] = []
}

@MainActor
struct ConditionDefinition {
  enum Operand {
    case source(SourceReference)
    /// The columns or lines of the artboard.
    case artboardWidth, artboardHeight
    /// Whether an element has the focus.
    case focus(Int)
  }

  enum Comparison: String, CaseIterable {
    case equal = "=="
    case notEqual = "!="
    case lessOrEqual = "<="
    case greaterOrEqual = ">="
    case less = "<"
    case greater = ">"
    /// Whether the value has changed since the last advance; for a trigger, whether it was fired.
    case changed
  }

  let operand: Operand
  let comparison: Comparison
  let value: ValueReference
}

@MainActor
struct ListenerDefinition {
  enum Kind: String, CaseIterable {
    case pointerEnter, pointerExit, pointerDown, pointerUp, pointerMove, click, drag
    case event, viewModelChange, focus, blur, key, text

    /// The members of a listener in a file, besides `on` and its actions.
    var members: [String] {
      switch self {
      case .event: ["target", "event"]
      case .key: ["target", "key"]
      case .viewModelChange: ["path"]
      default: ["target"]
      }
    }
  }

  let kind: Kind
  /// The element that is clicked or focused; `nil` for the whole artboard.
  var element: Int?
  /// The name of an event, or of a key.
  var name: String?
  /// The property that a view model listener follows.
  var source: SourceReference?
  var actions: [ActionDefinition] = []
}
