import TUIKit
import TUITesting

/// The frames that a program drew in an animation, with their cost.
struct Frames {
  /// The number of frames that changed the screen.
  var count = 0
  /// The seconds from the first to the last frame.
  var seconds = 0.0
  var bytes = 0
  /// The least number of bytes for the changed cells of all frames: their characters and, where it changes, their
  /// style, without movements of the cursor.
  var cost = 0
  /// The CPU time of all threads.
  var cpuMilliseconds = 0.0

  /// The CPU time per tick of the frame clock, which ticks 60 times a second during an animation.
  var cpuMillisecondsPerTick: Double { cpuMilliseconds / (seconds * 60 + 1) }
}

extension ListSession {
  /// Starts an animation and watches its frames until there is none for a while, or for a given time.
  ///
  /// Frames are separated by pauses, which a clock of 60 frames a second leaves.
  func watchFrames(for duration: Duration? = nil, _ start: () throws -> Void) throws -> Frames {
    var frames = Frames()
    let cpu = ProcessFigures.cpuNanoseconds(of: pilot.process)
    try start()
    let begin = ProgramPilot.now
    var before = pilot.screen
    var first: UInt64?
    while true {
      let written = pilot.terminal.bytesWritten
      pilot.waitForSilence(of: .milliseconds(2))
      if pilot.terminal.bytesWritten > written {
        let after = pilot.screen
        frames.count += 1
        first = first ?? pilot.lastOutputAt
        frames.seconds = Double(pilot.lastOutputAt - (first ?? 0)) / 1e9
        frames.bytes += pilot.terminal.bytesWritten - written
        frames.cost += Self.cost(from: before, to: after)
        before = after
      }
      let now = ProgramPilot.now
      if let duration {
        if now - begin >= UInt64(duration.nanoseconds) { break }
      } else if now - max(begin, pilot.lastOutputAt) > 400_000_000 {
        break
      }
    }
    frames.cpuMilliseconds = Double(ProcessFigures.cpuNanoseconds(of: pilot.process) - cpu) / 1e6
    return frames
  }

  private static func cost(from before: ScreenContents, to after: ScreenContents) -> Int {
    var cost = 0
    var style: Rendition?
    for (old, new) in zip(before.cells, after.cells) where old != new {
      cost += new.text.utf8.count
      if new.rendition != style {
        cost += sequenceLength(of: new.rendition)
        style = new.rendition
      }
    }
    return cost
  }

  /// The length of a sequence that sets a style, as in `ESC [ 0 ; 1 ; 38 ; 5 ; 75 m`.
  private static func sequenceLength(of rendition: Rendition) -> Int {
    func length(_ color: Rendition.Color) -> Int {
      switch color {
      case .palette(let index): index < 8 ? 3 : 6 + "\(index)".count
      case .rgb: 17
      case .standard, .role, .mix: 0
      }
    }
    return 4 + 2 * rendition.attributes.rawValue.nonzeroBitCount + length(rendition.foreground)
      + length(rendition.background)
  }
}
