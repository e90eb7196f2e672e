/// The unused cells, by type.
@MainActor
final class CellPool {
  private var makers: [ObjectIdentifier: @MainActor () -> TableViewCell] = [:]
  private var cells: [ObjectIdentifier: [TableViewCell]] = [:]
  /// The number of unused cells of one type that are kept.
  private let limit = 256

  func register(_ type: TableViewCell.Type, make: @escaping @MainActor () -> TableViewCell) {
    makers[ObjectIdentifier(type)] = make
  }

  func dequeue<Cell: TableViewCell>(_ type: Cell.Type) -> Cell {
    if let cell = cells[ObjectIdentifier(type)]?.popLast() as? Cell {
      cell.isSelected = false
      cell.isMarked = false
      cell.glow = 0
      cell.glowRegions = nil
      cell.prepareForReuse()
      return cell
    }
    let cell = makers[ObjectIdentifier(type)]?() as? Cell ?? type.init(frame: .zero)
    cell.setReusable(as: type)
    return cell
  }

  /// Takes a cell back; returns whether it may be dequeued again.
  ///
  /// A cell that was not dequeued belongs to its owner.
  @discardableResult
  func recycle(_ cell: TableViewCell) -> Bool {
    guard let key = cell.reuseKey, cells[key, default: []].count < limit else { return false }
    cells[key, default: []].append(cell)
    return true
  }
}
