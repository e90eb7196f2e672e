import Testing
import Time

@testable import TUIKit

@Suite struct RowEffectsTests {
  private func at(_ milliseconds: Int) -> Instant { Instant(nanoseconds: Int64(milliseconds) * 1_000_000) }

  private func change(_ animation: RowAnimation, from start: Int = 100) -> RowEffects.Change {
    RowEffects.Change(start: at(start), duration: .milliseconds(100), animation: animation)
  }

  @Test func `a change begins late and ends at its end`() {
    let change = change(.fade)
    #expect([0, 100, 200, 300].map { change.progress(at: at($0)) } == [0, 0, 1, 1])
    #expect(change.progress(at: at(150)) == 0.875 && change.end == at(200))
  }

  @Test func `each animation has its own look`() {
    func look(_ animation: RowAnimation, arrives: Bool) -> RowLook {
      var effects = RowEffects()
      if arrives { effects.arrival = change(animation) } else { effects.departure = change(animation) }
      return effects.look(at: at(150))
    }
    func expected(_ change: (inout RowLook) -> Void) -> RowLook {
      var look = RowLook()
      change(&look)
      return look
    }
    #expect(look(.automatic, arrives: true) == expected { $0.revealed = 0.875 })
    #expect(look(.fade, arrives: true) == expected { $0.faded = 2.0 / 15 })
    #expect(look(.slide, arrives: true) == expected { $0.slid = 0.125 })
    #expect(look(.flash, arrives: true) == RowLook() && look(.none, arrives: true) == RowLook())
    #expect(look(.automatic, arrives: false) == expected { ($0.struck, $0.faded) = (0.875, 8.0 / 15) })
    #expect(look(.fade, arrives: false) == expected { $0.faded = 13.0 / 15 })
    #expect(look(.slide, arrives: false) == expected { $0.slid = 0.875 })
    #expect(look(.flash, arrives: false) == expected { $0.revealed = 0 } && look(.none, arrives: false).revealed == 0)
  }

  @Test func `a glow waits, then cools to nothing`() {
    var effects = RowEffects()
    effects.coolingStart = at(100)
    let glows = [0, 100, 250, 400, 700, 900].map { effects.look(at: at($0)).glow }
    #expect(glows == [1, 1, 6.0 / 15, 2.0 / 15, 0, 0] && effects.end == at(700))
    #expect(!effects.isFinished(at: at(699)) && effects.isFinished(at: at(700)) && !effects.isEmpty)
  }

  @Test func `a row is lifted until the end of its way`() {
    var effects = RowEffects()
    effects.liftEnd = at(100)
    #expect(
      effects.look(at: at(99)).isLifted && !effects.look(at: at(100)).isLifted && effects.end == at(100)
        && !effects.isEmpty)
  }

  @Test func `effects end with the last of them`() {
    var effects = RowEffects()
    #expect(effects.isEmpty && effects.end == nil && effects.isFinished(at: at(0)))
    effects.arrival = change(.fade)
    #expect(effects.end == at(200) && !effects.isEmpty)
    effects.departure = change(.fade, from: 300)
    #expect(effects.end == at(400))
    effects.liftEnd = at(500)
    #expect(effects.end == at(500))
    effects.coolingStart = at(0)
    #expect(effects.end == at(600))
    effects = RowEffects(departure: change(.fade))
    #expect(!effects.isEmpty && RowEffects.later(nil, nil) == nil && RowEffects.later(at(1), nil) == at(1))
    #expect(
      RowEffects.later(at(1), at(2)) == at(2) && RowEffects.later(at(2), at(1)) == at(2)
        && RowEffects.later(nil, at(1)) == at(1))
  }

  @MainActor
  private final class Letters: View {
    override func draw(in canvas: Canvas) { canvas.write("abcdef", at: .zero, style: Style(.ok, on: .chip)) }
  }

  @MainActor
  private func drawn(_ change: (inout RowLook) -> Void) -> (text: String, styles: [Style]) {
    let surface = Surface(size: Size(width: 10, height: 1))
    var look = RowLook()
    change(&look)
    let view = Letters(frame: Rect(x: 0, y: 0, width: 6, height: 1))
    look.draw(view, at: Rect(x: 2, y: 0, width: 6, height: 1), in: Canvas(surface))
    return (surface.line(0), (0..<10).map { surface.style(at: Point(x: $0, y: 0)) })
  }

  @MainActor
  @Test func `a look is drawn over the row`() {
    let plain = Style(.ok, on: .chip)
    func columns(_ drawn: (text: String, styles: [Style]), _ isMatch: (Style) -> Bool) -> [Int] {
      drawn.styles.indices.filter { isMatch(drawn.styles[$0]) }
    }
    #expect(drawn { _ in }.text == "  abcdef" && columns(drawn { _ in }) { $0 == plain } == Array(2..<8))
    #expect(drawn { $0.revealed = 0.5 }.text == "  abc" && drawn { $0.revealed = 0 }.text == "")
    let struck = drawn { $0.struck = 0.4 }
    #expect(struck.text == "  abcdef" && columns(struck) { $0.attributes == [.strikethrough, .dim] } == [2, 3, 4])
    let faded = drawn { $0.faded = 0.2 }
    #expect(columns(faded) { $0.mix == (.chip, 3) } == Array(2..<8))
    let lifted = drawn { $0.isLifted = true }
    #expect(columns(lifted) { $0 == plain.mixed(with: .accent, by: 1).adding(.bold) } == Array(2..<8))
  }

  @MainActor
  @Test func `a row covers what is beneath`() {
    let surface = Surface(size: Size(width: 8, height: 1))
    Canvas(surface).fill(with: "x", style: Style(.ok))
    RowLook().draw(
      View(frame: Rect(x: 0, y: 0, width: 3, height: 1)), at: Rect(x: 2, y: 0, width: 3, height: 1), in: Canvas(surface)
    )
    #expect(surface.line(0) == "xx   xxx" && surface.style(at: Point(x: 2, y: 0)) == Style())
  }

  // MARK: Notes

  private func note(_ row: Int, _ text: String = "note", from start: Int = 0) -> RowAnnotation {
    RowAnnotation(row: RowIndex(section: 0, row: row), text: text, start: at(start))
  }

  @Test func `a note fades at the end of its two seconds`() {
    let note = note(0)
    #expect(note.end == at(2_000))
    #expect([0, 1_400, 1_700, 2_000, 3_000].map { note.faded(at: at($0)) } == [0, 0, 8.0 / 15, 1, 1])
  }

  @MainActor
  @Test func `a row has its latest note`() {
    let notes = RowAnnotations()
    #expect(notes.isEmpty && notes.end == nil && notes.advance(to: at(0)).isEmpty)
    notes.add(note(1, "old"), limit: 2)
    notes.add(note(2, from: 500), limit: 2)
    notes.add(note(1, "new", from: 100), limit: 2)
    #expect(notes[RowIndex(section: 0, row: 1)]?.text == "new" && notes.end == at(2_500))
    notes.add(note(3), limit: 2)
    #expect(notes[RowIndex(section: 0, row: 2)] == nil && notes[RowIndex(section: 0, row: 1)] != nil)
    #expect(notes.advance(to: at(1_400)).isEmpty)
    #expect(notes.advance(to: at(1_900)).map(\.row).sorted() == [1, 3])
    #expect(notes.advance(to: at(2_000)).map(\.row).sorted() == [1, 3] && notes.end == at(2_100))
    #expect(notes.advance(to: at(2_100)).map(\.row) == [1] && notes.isEmpty)
    notes.add(note(3), limit: 2)
    notes.removeAll()
    #expect(notes.isEmpty)
  }

  @Test func `a row passes the lines on its way`() {
    let down = RowMotion.travel(distance: -4, height: 1, start: at(0))
    #expect((0...6).filter { down.passes(Double($0), from: 1) } == [2, 3, 4, 5])
    let up = RowMotion.travel(distance: 3, height: 1, start: at(0))
    #expect((0...6).filter { up.passes(Double($0), from: 5) } == [2, 3, 4])
    #expect(RowMotion.travel(distance: 6, height: 2, start: at(5)).interpolation == .steps(3))
    #expect(RowMotion.travel(distance: 7, height: 2, start: at(5)).interpolation == .steps(4))
    #expect(RowMotion.travel(distance: 0, height: 0, start: at(5)).interpolation == .steps(1))
    #expect(RowMotion.travel(distance: 7, height: 2, start: at(5)).end == at(245))
    let glide = RowMotion(distance: 3, start: at(0), duration: .milliseconds(10), interpolation: .glide)
    #expect(glide.time(toTravel: 1) == nil && up.time(toTravel: 4) == nil && up.time(toTravel: -3) != nil)
    let jump = RowMotion(distance: 3, start: at(0), duration: .milliseconds(10), interpolation: .jump)
    #expect([0, 9, 10].map { jump.distance(at: at($0)) } == [3, 3, 0] && !jump.isFinished(at: at(9)))
    #expect(RowMotion(distance: 0, start: at(5), duration: .seconds(1), interpolation: .jump).isFinished(at: at(0)))
  }
}
