import Algorithms
import Glibc

/// A timeline at work.
@MainActor
final class AnimationPlayer {
  let definition: AnimationDefinition
  private let speed: Double
  /// The position in seconds from the start of the work area; at the end for a negative speed.
  private var time = 0.0
  private var isForward = true
  /// The whole time played, in seconds.
  private(set) var elapsed = 0.0
  /// The number of times the timeline has reached its end.
  private(set) var loops = 0

  init(_ definition: AnimationDefinition, speed: Double = 1) {
    self.definition = definition
    self.speed = min(max(speed * definition.speed, -Self.greatestSpeed), Self.greatestSpeed)
    if self.speed < 0 { time = length }
  }

  /// The bounds within which times can be calculated.
  private static let greatestSpeed = 1e6
  private static let shortestLength = 1e-6

  /// The length of the work area in seconds.
  var length: Double {
    (definition.workArea.upperBound - definition.workArea.lowerBound) / definition.framesPerSecond
  }

  /// The time that one pass takes; infinite for a speed of 0.
  var duration: Double { speed == 0 ? .infinity : length / abs(speed) }

  /// Whether the timeline moves on.
  var isPlaying: Bool {
    speed != 0 && length >= Self.shortestLength && (definition.loop != .oneShot || loops == 0)
  }

  private var frame: Double { definition.workArea.lowerBound + time * definition.framesPerSecond }

  /// Moves on, and returns the actions of the frames that were passed.
  func advance(by seconds: Double) -> [ActionDefinition] {
    guard isPlaying, seconds > 0 else { return [] }
    let isFirst = elapsed == 0
    elapsed += seconds
    let start = frame
    let length = length
    var next = time + seconds * speed * (isForward ? 1 : -1)
    var passed: [ActionDefinition] = []
    switch definition.loop {
    case .oneShot:
      if next >= length || next <= 0 { loops = (speed > 0) == (next >= length) ? 1 : loops }
      next = min(max(next, 0), length)
    case .loop:
      if next >= length || next < 0 {
        loops += Int(min(abs(next / length), 1_000))
        if loops == 0 { loops = 1 }
        let wrapped = next - floor(next / length) * length
        let (first, last) = (definition.workArea.lowerBound, definition.workArea.upperBound)
        passed = callbacks(from: start, to: speed > 0 ? last : first, includesStart: isFirst)
        time = wrapped
        let origin = speed > 0 ? first : last
        return passed + callbacks(from: origin, to: frame, includesStart: true)
      }
    case .pingPong:
      if next > length || next < 0 {
        let folded = fmod(abs(next), 2 * length)
        loops += 1
        let turnsBack = folded > length
        let edge = next > length ? definition.workArea.upperBound : definition.workArea.lowerBound
        passed = callbacks(from: start, to: edge, includesStart: isFirst)
        isForward = next > length ? isForward != turnsBack : isForward == turnsBack
        time = turnsBack ? 2 * length - folded : folded
        return passed + callbacks(from: edge, to: frame, includesStart: false)
      }
    }
    time = next
    return callbacks(from: start, to: frame, includesStart: isFirst)
  }

  /// The actions between two frames; the first frame counts only when it is included.
  private func callbacks(from start: Double, to end: Double, includesStart: Bool) -> [ActionDefinition] {
    guard !definition.callbacks.isEmpty else { return [] }
    let hits = definition.callbacks.filter { callback in
      let frame = callback.frame
      if frame == start { return includesStart }
      return start < end ? frame > start && frame <= end : frame < start && frame >= end
    }
    let ordered = hits.sorted { start < end ? $0.frame < $1.frame : $0.frame > $1.frame }
    return ordered.map(\.action)
  }

  /// Writes the values of the current frame.
  ///
  /// - Parameter mix: The share of the values in what the elements have now: numbers and colours are blended, other
  ///   values are written when the share is above 0.
  func apply(to tree: ElementTree, mix: Double = 1) {
    guard mix > 0 else { return }
    let frame = frame
    for track in definition.tracks {
      let element = tree.elements[track.element]
      let value = Self.value(of: track.keys, at: frame)
      element.set(mix < 1 ? element.values[track.slot].mixed(with: value, at: mix) : value, at: track.slot)
    }
  }

  /// Gives the slots of the timeline their initial values, before several timelines are added up.
  func reset(_ tree: ElementTree) {
    for track in definition.tracks {
      let element = tree.elements[track.element]
      element.set(element.definition.initial[track.slot], at: track.slot)
    }
  }

  /// Adds the difference between the current frame and the initial values, for numbers.
  func add(to tree: ElementTree, weight: Double) {
    let frame = frame
    for track in definition.tracks {
      let element = tree.elements[track.element]
      let value = Self.value(of: track.keys, at: frame)
      if case .number(let base) = element.definition.initial[track.slot], case .number(let number) = value,
        case .number(let present) = element.values[track.slot]
      {
        element.set(.number(present + (number - base) * weight), at: track.slot)
      } else if weight > 0 {
        element.set(element.values[track.slot].mixed(with: value, at: min(weight, 1)), at: track.slot)
      }
    }
  }

  /// The value at a frame.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of keys.
  private static func value(of keys: [AnimationDefinition.Key], at frame: Double) -> Value {
    let later = keys.partitioningIndex { $0.frame > frame }
    guard later > 0 else { return keys[0].value }
    let key = keys[later - 1]
    guard later < keys.count else { return key.value }
    let next = keys[later]
    let share = key.easing((frame - key.frame) / (next.frame - key.frame))
    switch (key.value, next.value) {
    case (.number, .number), (.color, .color): return key.value.mixed(with: next.value, at: share)
    // Other values jump at the next key.
    default: return key.value
    }
  }
}
