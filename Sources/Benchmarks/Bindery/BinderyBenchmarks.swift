import Bindery
import FoundationEssentials
import Reactive
import TUIKit
import Time

/// The cost of bindings compared with the same code written by hand.
@MainActor
enum BinderyBenchmarks {
  static func run(_ bench: Bench) {
    writeProperty(bench)
    writeTwoWay(bench)
    makeAndRelease(bench)
    askChain(bench)
    changeRow(bench)
    changeSections(bench)
  }

  private static func writeProperty(_ bench: Bench) {
    let count = 200_000
    let words = (0..<2).map { "person \($0)" }
    let (bound, byHand) = (Label(""), Label(""))
    let (ours, theirs) = (Subject<String, Never>(), Subject<String, Never>())
    let group = BindingGroup { bound.textBinding *= ours }
    let token = theirs.sink { [weak byHand] in byHand?.text = $0 }
    func send(_ subject: Subject<String, Never>) -> Double {
      Bench.nanoseconds(each: count) { for index in 0..<count { subject.send(words[index & 1]) } }
    }
    bench.compare(
      "value → property", unit: "ns", rounds: 15, goal: .ratioAtMost(1.3), with: "sink with a weak label",
      baseline: { send(theirs) }, measure: { send(ours) })
    withExtendedLifetime((group, token)) {}
  }

  private static func writeTwoWay(_ bench: Bench) {
    let count = 5_000
    let (bound, byHand) = (TextField(), TextField())
    let (ours, theirs) = (CurrentValue<String, Never>(""), CurrentValue<String, Never>(""))
    let group = BindingGroup { bound.textBinding *= ours }
    let token = theirs.sink { [weak byHand] text in if byHand?.text != text { byHand?.text = text } }
    byHand.addAction(for: .editingChanged) { [weak byHand] in
      if let byHand, theirs.value != byHand.text { theirs.value = byHand.text }
    }
    func type(into field: TextField) -> Double {
      Bench.nanoseconds(each: count * 2) {
        for _ in 0..<count {
          _ = field.keyPressed(KeyEvent(.character("a")))
          _ = field.keyPressed(KeyEvent(.backspace))
        }
      }
    }
    bench.compare(
      "a key → text field → value", unit: "ns", goal: .ratioAtMost(1.3), with: "the same by hand",
      baseline: { type(into: byHand) }, measure: { type(into: bound) })
    withExtendedLifetime((group, token)) {}
  }

  private static func makeAndRelease(_ bench: Bench) {
    let count = 10_000
    let subject = CurrentValue<String, Never>("Ada")
    let labels = (0..<count).map { _ in Label("Ada") }
    var left = 0
    bench.compare(
      "bindings made and released, each", unit: "ns", goal: .ratioAtMost(1.3), with: "tokens in an array",
      baseline: {
        Bench.nanoseconds(each: count) {
          var tokens: [AnyCancellable] = []
          for label in labels { tokens.append(subject.sink { [weak label] in label?.text = $0 }) }
        }
      },
      measure: {
        let time = Bench.nanoseconds(each: count) {
          let group = BindingGroup { for label in labels { label.textBinding *= subject } }
          group.clear()
        }
        left += subject.subscriberCount
        return time
      })
    bench.record("subscriptions left by them", Double(left), unit: "", goal: .valueAtMost(0))
  }

  /// A text field queries its delegate: a chain of four links of which the innermost answers, or a plain delegate.
  private static func askChain(_ bench: Bench) {
    final class Direct: TextFieldDelegate {
      func textFieldShouldReturn(_ textField: TextField) -> Bool { textField.isEnabled }
    }
    let count = 1_000_000
    let (bound, byHand) = (TextField(), TextField())
    let direct = Direct()
    byHand.delegate = direct
    let group = BindingGroup {
      bound *= TextFieldBinding().answering(\.shouldReturn) { $0.isEnabled }
        .didChange { _ in }.didBeginEditing {}.didEndEditing {}
    }
    func ask(_ field: TextField) -> Double {
      var yes = 0
      let time = Bench.nanoseconds(each: count) {
        for _ in 0..<count where field.delegate?.textFieldShouldReturn(field) == true { yes += 1 }
      }
      precondition(yes == count, "a binding has missed a value")
      return time
    }
    bench.compare(
      "a chain of four delegate links", unit: "ns", rounds: 15, goal: .ratioAtMost(1.6), with: "a direct call",
      baseline: { ask(byHand) }, measure: { ask(bound) })
    withExtendedLifetime((group, direct)) {}
  }

  /// A table in a window that draws no frame, so that only the way from a change to a batch is measured.
  private static func stage() -> (window: Window, table: TableView) {
    let window = Window(size: Size(width: 100, height: 40), frameClock: FrameClock(scheduler: ManualScheduler()))
    let table = TableView()
    table.frame = window.contentView.bounds
    window.contentView.addSubview(table)
    return (window, table)
  }

  private static func changeRow(_ bench: Bench) {
    let rows = MutableObservableArray((0..<1_000_000).map { $0 }) { _, _ in Changeset() }
    let (window, table) = stage()
    let group = BindingGroup {
      table *= TableViewSectionBinding.items(rows) { (cell: TableViewCell, row: Int) in cell.text = "\(row)" }
    }
    let surface = Surface(size: window.size)
    window.draw(into: surface)
    let rounds = 200
    bench.measure(
      "one-row change → batch planned, 1,000,000 rows", unit: "µs", rounds: 15, goal: .valueAtMost(50)
    ) {
      var time = 0.0
      for round in 0..<rounds {
        time += Bench.nanoseconds {
          if round.isMultiple(of: 2) { rows.insert(-1, at: 500_000) } else { rows.remove(at: 500_000) }
          // Reading the number of rows applies the pending change.
          precondition(table.numberOfRows == rows.count, "the table has missed a change")
        }
        window.draw(into: surface)
      }
      return time / Double(rounds) / 1000
    }
    bench.measure("1,000 changes → one batch, each", unit: "µs", rounds: 5) {
      let time = Bench.nanoseconds(each: 1000) {
        for round in 0..<1000 {
          if round.isMultiple(of: 2) { rows.insert(-1, at: round * 500) } else { rows.remove(at: (round - 1) * 500) }
        }
        precondition(table.numberOfRows == rows.count, "the table has missed a change")
      }
      window.draw(into: surface)
      return time / 1000
    }
    withExtendedLifetime(group) {}
  }

  /// A million rows in thirty sections, of which only the visible ones are queried.
  private static func changeSections(_ bench: Bench) {
    let (window, table) = stage()
    let runs = (0..<30).map { (key: $0, count: 33_334) }
    let total = 30 * 33_334
    func snapshot(_ extra: Int) -> SectionedSnapshot<Int, Range<Int>> {
      var runs = runs
      runs[15].count += extra
      return SectionedSnapshot(items: 0..<total + extra, runs: runs)
    }
    let changes = CurrentValue<SectionedChange<Int, Range<Int>>, Never>(.initial(snapshot(0)))
    let group = BindingGroup {
      table *= TableViewBinding.sections(changes, header: { "\($0)" }) { (cell: TableViewCell, row: Int) in
        cell.text = "\(row)"
      }
    }
    let surface = Surface(size: window.size)
    window.draw(into: surface)
    let rounds = 200
    bench.measure("the same in 30 sections of one list", unit: "µs", rounds: 15) {
      var time = 0.0
      for round in 0..<rounds {
        var changeset = Changeset()
        let place = [15 * 33_334 + 7]
        let isInsertion = round.isMultiple(of: 2)
        if isInsertion { changeset.insertions = place } else { changeset.deletions = place }
        time += Bench.nanoseconds {
          changes.value = .update(snapshot(isInsertion ? 1 : 0), changeset)
          precondition(table.numberOfRows == total + (isInsertion ? 1 : 0), "the table has missed a change")
        }
        window.draw(into: surface)
      }
      return time / Double(rounds) / 1000
    }
    withExtendedLifetime(group) {}
  }
}
