import FoundationEssentials
import TUIKit

/// A list beside the details of its selected row, where the screen is wide enough.
final class SplitPage: GalleryPage, TableViewDataSource, TableViewDelegate {
  private let planets: [(name: String, words: String)] = [
    ("Mercury", "The nearest to the Sun; a year takes 88 days, a day takes two years."),
    ("Venus", "The hottest, and the only one that turns the other way round."),
    ("Earth", "Where all terminals are."), ("Mars", "Red, cold, and inhabited by a few robots."),
    ("Jupiter", "Heavier than all others together; its red spot is a storm as old as telescopes."),
    ("Saturn", "Its rings are ice, and younger than the dinosaurs."), ("Uranus", "Rolls around the Sun on its side."),
    ("Neptune", "Found with pen and paper before anybody saw it."),
  ]

  private let table = TableView()
  private let list = ViewController()
  private let card = ViewController()
  private let words = Label("", numberOfLines: 0)
  private lazy var split = SplitViewController(primary: list, secondary: card)

  init() { super.init("Split") }

  override func loadView() -> View {
    table.dataSource = self
    table.delegate = self
    let inset = StackView(.vertical)
    inset.insets = Insets(top: 1)
    inset.addArrangedSubview(table, sizing: .fill)
    list.view = inset
    let stack = StackView(.vertical)
    stack.insets = Insets(top: 1, left: 2, right: 2)
    stack.addArrangedSubview(words)
    card.view = stack
    split.minimumExpandedWidth = 70
    split.primaryFraction = 0.4
    addChild(split)
    return split.view
  }

  override var preferredFirstResponder: Responder? { split.preferredFirstResponder }

  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { planets.count }

  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
    let cell = tableView.dequeueReusableCell(TableViewCell.self, for: indexPath)
    cell.text = planets[indexPath.row].name
    return cell
  }

  func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) { split.showSecondary() }

  func tableViewDidUpdate(_ tableView: TableView) {
    guard let row = tableView.selectedIndexPath?.row else { return }
    let planet = planets[row]
    words.styledText = StyledText("\(planet.name)\n\n", role: .accent, attributes: .bold) + StyledText(planet.words)
  }
}
