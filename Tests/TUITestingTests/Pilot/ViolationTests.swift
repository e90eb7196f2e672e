import FoundationEssentials
import TUIKit
import TUITesting
import Testing

@Suite @MainActor struct ViolationTests {
  private func pilot(_ views: View...) -> ApplicationPilot {
    let controller = ViewController()
    for view in views { controller.view.addSubview(view) }
    return ApplicationPilot(root: controller, size: Size(width: 40, height: 10))
  }

  @Test func `an ordinary screen violates nothing`() {
    let (scroll, control) = (ScrollView(), SegmentedControl(["a", "b"]))
    scroll.frame = Rect(x: 0, y: 0, width: 20, height: 3)
    control.frame = Rect(x: 0, y: 4, width: 20, height: 1)
    #expect(pilot(scroll, control).violations == [])
  }

  @Test func `an empty table violates nothing`() {
    let table = TableView()
    table.frame = Rect(x: 0, y: 0, width: 20, height: 3)
    #expect(pilot(table).violations == [])
  }

  @MainActor private final class TwoRows: TableViewDataSource {
    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 2 }

    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell { TableViewCell() }
  }

  @Test func `a table without a selected row is named`() {
    let (table, rows) = (TableView(), TwoRows())
    table.frame = Rect(x: 0, y: 0, width: 20, height: 3)
    table.dataSource = rows
    let pilot = pilot(table)
    #expect(table.selectedIndexPath == IndexPath(row: 0, section: 0))
    #expect(pilot.violations == [])
    table.selectRow(at: nil)
    #expect(pilot.violations == ["no row is selected"])
    table.allowsEmptySelection = true
    #expect(pilot.violations == [])
    #expect(table.dataSource === rows)
  }

  /// Hides without giving up the focus.
  private final class Vanishing: View {
    var hasVanished = false

    override var canBecomeFirstResponder: Bool { true }

    override var isHidden: Bool {
      get { hasVanished || super.isHidden }
      set { super.isHidden = newValue }
    }
  }

  @Test func `a hidden first responder is named`() {
    let view = Vanishing()
    view.frame = Rect(x: 0, y: 0, width: 20, height: 3)
    let pilot = pilot(view)
    let isFirst = pilot.application.window.makeFirstResponder(view)
    #expect(isFirst)
    #expect(pilot.violations == [])
    view.hasVanished = true
    #expect(pilot.violations.contains { $0.contains("the first responder") && $0.contains("which is hidden") })
  }

  /// Looks for violations while a picker asks for its number of rows.
  @MainActor private final class Watcher: PickerDataSource {
    let pilot: ApplicationPilot
    var found: [String] = []

    init(_ pilot: ApplicationPilot) { self.pilot = pilot }

    func picker(_ picker: Picker, numberOfRowsInComponent component: Int) -> Int {
      found += pilot.violations
      return 2
    }
  }

  @Test func `a chosen row among no rows is named`() {
    let picker = Picker()
    let watcher = Watcher(pilot(picker))
    picker.dataSource = watcher
    #expect(watcher.found.contains { $0.contains("row 0 of 0 is selected") })
    #expect(watcher.pilot.violations == [])
  }

  @Test func `a view of a negative size is named`() {
    for size in [Size(width: -1, height: 2), Size(width: 2, height: -1)] {
      let view = View()
      view.frame = Rect(origin: .zero, size: size)
      let found = pilot(view).violations
      #expect(found.count == 1 && found.first?.contains("has the size") == true, "\(found)")
    }
  }
}
