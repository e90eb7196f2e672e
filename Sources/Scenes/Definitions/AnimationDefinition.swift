/// A timeline as the file declares it.
@MainActor
final class AnimationDefinition {
  enum Loop: String, CaseIterable {
    case oneShot, loop, pingPong
  }

  let name: String
  var framesPerSecond = 60.0
  /// The length in frames.
  var duration = 60.0
  var speed = 1.0
  var loop = Loop.oneShot
  /// The frames that are played.
  var workArea: ClosedRange<Double>
  var tracks: [Track] = []
  var callbacks: [Callback] = []

  /// The values of one slot over time.
  struct Track {
    let element: Int
    let slot: Int
    /// In the order of their frames; at least one.
    let keys: [Key]
  }

  struct Key {
    let frame: Double
    let value: Value
    /// How the value proceeds to the next key.
    let easing: EasingCurve
  }

  /// What happens when a frame is passed.
  struct Callback {
    let frame: Double
    let action: ActionDefinition
  }

  init(_ name: String, duration: Double) {
    self.name = name
    self.duration = duration
    workArea = 0...duration
  }
}

/// What a listener, a transition, a state or a timeline does.
@MainActor
enum ActionDefinition {
  /// Sets a property.
  case set(SourceReference, ValueReference)
  /// Fires a trigger.
  case fire(SourceReference)
  /// Reports an event to the program and to listeners.
  case report(String)
  /// Moves the focus.
  case focus(FocusTarget)
  /// Moves an element to the place of the pointer.
  case align(Int)

  enum FocusTarget {
    case element(Int)
    case next, previous, none
  }
}

/// A value that a file writes down, or a property that contains it.
@MainActor
enum ValueReference {
  case constant(Value)
  case bound(SourceReference)
}
