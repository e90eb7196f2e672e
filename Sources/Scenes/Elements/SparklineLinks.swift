/// What a sparkline draws: the numbers of the last items of its list.
@MainActor
final class SparklineLinks: ElementContent {
  /// The number of an item; a change draws the sparkline again.
  private final class Number: SourceLink {
    private unowned let tree: ElementTree

    init(_ tree: ElementTree) {
      self.tree = tree
      super.init()
    }

    override func sourceDidChange() { tree.setNeedsPaint() }
  }

  private unowned let element: Element
  private var items: [ViewModelInstance] = []
  private var name = ""
  private var numbers: [Number] = []

  init(_ element: Element) {
    self.element = element
  }

  /// Follows a property of these items, and returns its values.
  ///
  /// - Complexity: O(*n*), where *n* is the number of items.
  func values(of items: [ViewModelInstance], named name: String) -> [Double?] {
    if items != self.items || name != self.name {
      (self.items, self.name) = (items, name)
      numbers = items.map { item in
        let number = Number(element.tree)
        number.attach(to: item, item.viewModel.path(name))
        return number
      }
    }
    return numbers.map { $0.value?.number }
  }

  func measure(in room: CellSize) -> CellSize { CellSize(width: room.width, height: 1) }
  func place(in frame: CellRect) {}
}
