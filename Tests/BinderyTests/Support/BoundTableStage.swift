import Bindery
import FoundationEssentials
import Reactive
import TUIKit
import Time

/// A table in a window with a manual clock.
@MainActor
final class BoundTableStage {
  let scheduler = ManualScheduler()
  let table = TableView()
  let window: Window
  let surface: Surface
  private(set) var frameCount = 0

  init(height: Int = 8) {
    let size = Size(width: 24, height: height)
    surface = Surface(size: size)
    window = Window(size: size, frameClock: FrameClock(scheduler: scheduler))
    window.contentView.addSubview(table)
    table.frame = window.contentView.bounds
    window.frameClock.onFrame = { [weak self] in self?.draw() }
  }

  isolated deinit {}

  private func draw() {
    if window.draw(into: surface) { frameCount += 1 }
  }

  /// The lines at the end of all motion, without the marks in the first and last columns.
  var lines: [String] {
    window.setNeedsFrame()
    scheduler.run()
    return (0..<surface.size.height).compactMap { y in
      let words = surface.line(y).padded(to: surface.size.width).dropLast().split { $0 == " " || $0 == "▌" }
      return words.isEmpty ? nil : words.joined(separator: " ")
    }
  }

  /// The number of rows in each section, as the table reports it.
  var counts: [Int] { (0..<table.numberOfSections).map(table.numberOfRows(inSection:)) }
}

extension String {
  fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}

/// A row with an identity and a text.
struct Item: Hashable, Identifiable, Sendable {
  var id: Int
  var text: String

  init(_ id: Int, _ text: String) {
    self.id = id
    self.text = text
  }
}

final class NameCell: TableViewCell {}

/// Shows an item; a subclass shows urgent ones.
class ItemCell: TableViewCell, @MainActor BindableView {
  func bind(to item: BindableItem) { text = item.text }
}

final class UrgentCell: ItemCell {
  override func bind(to item: BindableItem) { text = "! " + item.text }
}

struct BindableItem: Hashable, Identifiable, @MainActor BindableViewModelItem {
  typealias View = ItemCell
  var id: Int
  var text: String
  var isUrgent = false

  @MainActor static func bindableViewType(for item: BindableItem) -> ItemCell.Type {
    item.isUrgent ? UrgentCell.self : ItemCell.self
  }
}
