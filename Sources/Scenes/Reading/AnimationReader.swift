/// Reads the timelines of an artboard.
@MainActor
struct AnimationReader {
  let content: FileContent
  let artboard: ArtboardDefinition

  func read(_ reader: NodeReader) throws(FileProblem) {
    for (name, item) in try reader["animations"]?.namedItems() ?? [] {
      try item.allow(["name", "fps", "duration", "speed", "loop", "workArea", "tracks", "callbacks"])
      let length = try item.require("duration")
      let duration = try length.number()
      guard duration > 0, duration <= 1_000_000 else { throw length.problem("the duration is a number of frames") }
      let animation = AnimationDefinition(name, duration: duration)
      if let fps = item["fps"] { animation.framesPerSecond = Double(try fps.integer(in: 1...1_000)) }
      animation.speed = try item["speed"]?.number() ?? 1
      animation.loop = try item["loop"]?.word(AnimationDefinition.Loop.self) ?? .oneShot
      if let area = item["workArea"] { animation.workArea = try workArea(area, of: duration) }
      for track in try item["tracks"]?.items() ?? [] { animation.tracks.append(try self.track(track)) }
      for callback in try item["callbacks"]?.items() ?? [] {
        let action = try ActionReader(content: content, artboard: artboard).action(callback, besides: ["frame"])
        animation.callbacks.append(
          AnimationDefinition.Callback(frame: try callback.require("frame").number(), action: action))
      }
      artboard.animations.append(animation, named: name)
    }
  }

  private func workArea(_ reader: NodeReader, of duration: Double) throws(FileProblem) -> ClosedRange<Double> {
    let items = try reader.items()
    guard items.count == 2 else { throw reader.problem("expected the first and the last frame") }
    let (first, last) = (try items[0].number(), try items[1].number())
    guard first >= 0, first < last, last <= duration else {
      throw reader.problem("expected two ascending frames from 0 to \(Int(duration))")
    }
    return first...last
  }

  private func track(_ reader: NodeReader) throws(FileProblem) -> AnimationDefinition.Track {
    try reader.allow(["target", "property", "keys"])
    let element = try ActionReader(content: content, artboard: artboard).element(try reader.require("target"))
    let shape = artboard.elements[element].shape
    let property = try reader.require("property")
    let name = try property.string()
    guard let slot = shape.number(named: name) else {
      throw property.problem(NodeReader.unknown("property", name, among: shape.slotNames))
    }
    guard !shape.entries[slot].isComputed else {
      throw property.problem("the layout computes “\(name)”, so no timeline changes it")
    }
    let example = artboard.elements[element].initial[slot]
    var keys: [AnimationDefinition.Key] = []
    let list = try reader.require("keys")
    for item in try list.items() {
      try item.allow(["frame", "value", "easing"])
      keys.append(
        AnimationDefinition.Key(
          frame: try item.require("frame").number(),
          value: try item.require("value").value(like: example, in: content),
          easing: try item["easing"]?.easing() ?? .linear))
    }
    guard !keys.isEmpty else { throw list.problem("a track has at least one key") }
    keys.sort { $0.frame < $1.frame }
    return AnimationDefinition.Track(element: element, slot: slot, keys: keys)
  }
}
