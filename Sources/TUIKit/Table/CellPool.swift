/// Cells that no row uses, by type.
@MainActor
struct CellPool {
  private var makers: [ObjectIdentifier: @MainActor () -> TableViewCell] = [:]
  private var cells: [ObjectIdentifier: [TableViewCell]] = [:]
  /// More than a screen or two of one type are let go.
  private let limit = 256

  mutating func register(_ type: TableViewCell.Type, make: @escaping @MainActor () -> TableViewCell) {
    makers[ObjectIdentifier(type)] = make
  }

  mutating func dequeue<Cell: TableViewCell>(_ type: Cell.Type) -> Cell {
    if let cell = cells[ObjectIdentifier(type)]?.popLast() as? Cell {
      cell.isSelected = false
      cell.isMarked = false
      cell.glow = 0
      cell.glowRegions = nil
      cell.prepareForReuse()
      return cell
    }
    let cell = makers[ObjectIdentifier(type)]?() as? Cell ?? type.init(frame: .zero)
    cell.reuseKey = ObjectIdentifier(type)
    return cell
  }

  /// Takes a cell back; returns whether it may be dequeued again. One that the table did not make (a row of its own, never
  /// dequeued) stays its owner's.
  @discardableResult
  mutating func recycle(_ cell: TableViewCell) -> Bool {
    guard let key = cell.reuseKey, cells[key, default: []].count < limit else { return false }
    cells[key, default: []].append(cell)
    return true
  }
}
