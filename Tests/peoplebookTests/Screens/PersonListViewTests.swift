import FoundationEssentials
import PeoplebookCore
import TUIKit
import TUITesting
import Testing
import Time

@testable import peoplebook

/// The list under the titles of its columns, without a book.
@MainActor
@Suite struct PersonListViewTests {
  /// People in sections, twenty in each.
  private final class People: TableViewDataSource {
    let letters: [String]
    var person = Person()

    init(letters: [String]) {
      self.letters = letters
      person.id = "1"
      person.firstName = "NAME"
      person.emails = [LabeledValue(value: "EMAIL")]
      person.phones = [LabeledValue(value: "PHONE")]
      person.tags = ["TAGS"]
    }

    func numberOfSections(in tableView: TableView) -> Int { letters.count }
    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 20 }
    func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? { letters[section] }
    func sectionIndexTitles(for tableView: TableView) -> [String]? { letters }

    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
      let cell = tableView.dequeueReusableCell(PersonCell.self)
      cell.bind(to: PersonRow(person))
      return cell
    }
  }

  private let people: People
  private let table = TableView()
  private let window: Window
  private let surface: Surface

  private init(letters: [String], width: Int) {
    people = People(letters: letters)
    let size = Size(width: width, height: 12)
    window = Window(size: size, frameClock: FrameClock(scheduler: ManualScheduler()))
    surface = Surface(size: size)
    let controller = ViewController()
    let list = PersonListView(table: table)
    list.frame = Rect(size: size)
    controller.view.addSubview(list)
    window.rootViewController = controller
    table.dataSource = people
    window.makeFirstResponder(table)
    window.draw(into: surface)
  }

  init() {
    self.init(letters: ["A", "B"], width: 100)
  }

  private func columns(_ words: [String], line: Int) -> [Int?] {
    words.map { word in
      (0..<surface.size.width).first { x in
        (0..<word.count).map { surface.text(at: Point(x: x + $0, y: line)) }.joined() == word
      }
    }
  }

  @Test(arguments: 40...220) func `columns are under their titles at every width`(width: Int) {
    for letters in [["A", "B"], ["A", "山"], ["川", "山", "水"]] {
      let stage = PersonListViewTests(letters: letters, width: width)
      let titles = stage.columns(["Name", "E-mail", "Phone", "Tags"], line: 0)
      let values = stage.columns(["NAME", "EMAIL", "PHONE", "TAGS"], line: 2)
      #expect(titles == values)
      #expect(titles.compactMap(\.self).count == (width >= 90 ? 4 : width >= 66 ? 3 : width >= 46 ? 2 : 1))
    }
  }

  @Test func `the titles follow when letters are inserted and deleted`() {
    people.person.tags = ["TAGS"]
    let plain = People(letters: [""])
    table.dataSource = plain
    window.draw(into: surface)
    #expect(
      columns(["Name", "E-mail", "Phone", "Tags"], line: 0) == columns(["NAME", "EMAIL", "PHONE", "TAGS"], line: 2))
  }

  @Test func `a mark has a blank before the name, and the row keeps its colours`() {
    table.allowsMultipleSelection = true
    table.markAllRows()
    window.draw(into: surface)
    #expect(surface.line(2).hasPrefix("▌● NAME") && surface.line(3).hasPrefix(" ● NAME"))
    let places = columns(["EMAIL", "TAGS"], line: 2).compactMap(\.self)
    let styles = places.map { surface.style(at: Point(x: $0, y: 2)) }
    #expect(styles.map(\.foreground) == [.textDim, .chip] && styles.allSatisfy { $0.background == .selection })
  }

  @Test func `a note is drawn over blank cells only`() {
    table.setAnnotation("by Ben", forRowAt: IndexPath(row: 1, section: 0))
    window.draw(into: surface)
    #expect(surface.line(3).contains("TAGS") && surface.line(3).contains("by Ben"))
    table.setAnnotation("by somebody with a long name", forRowAt: IndexPath(row: 1, section: 0))
    window.draw(into: surface)
    #expect(surface.line(3).contains("TAGS") && !surface.line(3).contains("by"))
  }

  @Test(arguments: [
    ("Ada", "Lovelace", "Ada Lovelace", "Lovelace, Ada"), ("太郎", "山田", "山田太郎", "山田太郎"),
    ("Văn An", "Nguyễn", "Nguyễn Văn An", "Nguyễn Văn An"), ("Anna", "Nagy", "Nagy Anna", "Nagy Anna"),
  ])
  func `names are shown in their own order`(first: String, last: String, spoken: String, byLastName: String) {
    var person = Person()
    (person.id, person.firstName, person.lastName) = ("1", first, last)
    #expect(PersonRow(person).name == spoken && PersonRow(person).nameByLastName == byLastName)
  }

  @Test func `a click on a title reports its column`() {
    var clicked: [PersonColumn] = []
    let header = table.superview as? PersonListView
    header?.header.onClick = { clicked.append($0) }
    for x in [4, 40, 75, 94] {
      window.send(.mouse(MouseEvent(.press, at: Point(x: x, y: 0))))
    }
    #expect(clicked == [.name, .email, .phone, .tags])
    window.send(.mouse(MouseEvent(.release, at: Point(x: 4, y: 0))))
    window.send(.mouse(MouseEvent(.press, .right, at: Point(x: 4, y: 0))))
    #expect(clicked.count == 4)
  }
}
