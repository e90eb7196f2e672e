import Algorithms
import Time

extension RowPresenter {
  // MARK: Items that become visible

  /// Starts the motion of an item that has become visible: its own if it was inserted or moved, else that of its
  /// neighbours.
  func startMotion(ofItemAt index: Int, among items: [TableItem], fresh: [Int], at now: Instant) {
    let item = items[index]
    guard isMotionPossible, let presentation = rows[item] else { return }
    if let arrival = motion.arrival(of: item) {
      presentation.arrive(arrival)
    } else if let incoming = motion.incomingMotion(of: item) {
      presentation.travel(along: incoming)
    } else {
      presentation.move(along: neighbourMotion(ofItemAt: index, among: items, fresh: fresh, at: now))
    }
  }

  /// The motion of the nearest row that was visible before.
  ///
  /// A row that becomes visible because its neighbours move, moves with them.
  private func neighbourMotion(
    ofItemAt index: Int, among items: [TableItem], fresh: [Int], at now: Instant
  ) -> RowMotion? {
    func candidate(_ index: Int) -> RowPresentation? {
      guard items.indices.contains(index), fresh.sortedContains(index) == false,
        let presentation = rows[items[index]], presentation.effects.liftEnd == nil
      else { return nil }
      return presentation
    }
    guard !rows.ordered.isEmpty, fresh.count < items.count else { return nil }
    for step in 1...max(items.count, 1) {
      if let neighbour = candidate(index - step) ?? candidate(index + step) { return neighbour.motion }
    }
    return nil
  }

  // MARK: Reloads

  /// Replaces the cells of those rows that were reloaded.
  func reloadMarked(_ presentations: some Sequence<RowPresentation>, at now: Instant) {
    for presentation in presentations {
      guard presentation.needsReload, let row = presentation.item?.row else { continue }
      let old = presentation.view
      let cell = makeCell(for: row)
      guard let animation = presentation.takeReload() else { continue }
      delegate?.tableView(table, willDisplay: cell, forRowAt: row.path)
      if cell !== old {
        if cell.superview !== table { table.addSubview(cell) }
        cell.isSelected = row == selected
        presentation.replaceView(with: cell)
      }
      if isMotionPossible { startEffect(animation, of: cell, replacing: old, in: presentation, at: now) }
      if cell !== old {
        old.removeFromSuperview()
        if let old = old as? TableViewCell { cells.recycle(old) }
      }
    }
  }

  private func startEffect(
    _ animation: RowAnimation, of cell: TableViewCell, replacing old: View, in presentation: RowPresentation,
    at now: Instant
  ) {
    switch animation {
    case .none: break
    case .fade: presentation.fadeIn(from: now)
    case .automatic, .flash, .slide:
      cell.glowRegions = nil
      if cell.glowsOnlyWhereChanged, let old = old as? TableViewCell, old !== cell {
        cell.glowRegions = CellComparison.changedRegions(from: old, to: cell, size: cell.frame.size)
      }
      presentation.glow(from: now)
    }
  }

  // MARK: Placement

  /// Places every presentation for the current time.
  ///
  /// - Complexity: O(visible rows).
  func place(at now: Instant) {
    let (selected, marks, geometry, viewport) = (self.selected, self.marks, self.geometry, self.viewport)
    let width = contentWidth
    for presentation in rows.ordered {
      guard let item = presentation.item else { continue }
      presentation.removeFinished(at: now)
      let line = viewport.line(of: item) + Int(presentation.distance(at: now).rounded())
      if let cell = presentation.cell, let row = item.row {
        let (isSelected, isMarked) = (row == selected, marks.contains(row))
        if cell.isSelected != isSelected { cell.isSelected = isSelected }
        if cell.isMarked != isMarked { cell.isMarked = isMarked }
      }
      presentation.place(atLine: line, size: Size(width: width, height: geometry.height(of: item)), at: now)
    }
    for ghost in rows.ghosts {
      let line = ghost.ghostLine - viewport.offset + Int(ghost.distance(at: now).rounded())
      ghost.cell?.isSelected = false
      ghost.cell?.isMarked = false
      ghost.place(atLine: line, size: Size(width: width, height: ghost.view.frame.height), at: now)
    }
  }

  // MARK: The clock

  /// Requests frames until everything is at rest.
  func keepTicking(at now: Instant) {
    let ends = rows.ordered.compactMap(\.end) + rows.ghosts.compactMap(\.end)
    guard let end = (ends + [annotations.end, motion.crossFade?.end].compactMap { $0 }).max(), end > now,
      isMotionPossible, let window
    else {
      if !motion.isRunning { motion.callCompletions() }
      return
    }
    motion.run(until: end, on: window.frameClock) { [weak self] isLast in self?.tick(isLast: isLast) }
  }

  private func tick(isLast: Bool) {
    // Motion was disabled during an animation.
    if isLast, !isMotionPossible {
      settle()
      annotations.removeAll()
      table.setNeedsLayout()
      return motion.callCompletions()
    }
    let now = now
    place(at: now)
    advanceCrossFade(at: now)
    advanceAnnotations(at: now)
    let leaves = rows.ghosts.contains { $0.isAtRest(at: now) }
    let lines = viewport.lines
    let hasLeft = rows.ordered.contains { presentation in
      guard let item = presentation.item, presentation.motion == nil else { return false }
      let line = geometry.line(of: item)
      return presentation.end == nil
        && (line >= lines.upperBound || line + geometry.height(of: item) <= lines.lowerBound)
        && item != viewport.stickyHeader
    }
    if leaves || hasLeft || isLast { table.setNeedsLayout() }
    if isLast { motion.callCompletions() }
  }

  /// Ends all motion at once.
  func settle() {
    motion.stop()
    for presentation in rows.all { presentation.settle() }
    rows.discardGhosts()
    endCrossFade()
    motion.forgetPending()
  }

  // MARK: Cross-fade

  /// Fades out the current picture with the `deleted` rows.
  ///
  /// The next layout makes the picture that fades in.
  func beginCrossFade(with deleted: [RowPresentation] = []) {
    let now = now
    let picture = rows.takePicture(with: deleted)
    if let fade = motion.crossFade, now < fade.end {
      // The running cross-fade continues, to another picture.
      for presentation in picture { rows.discard(presentation) }
    } else {
      for presentation in picture { presentation.settle() }
      motion.beginCrossFade(from: picture, at: now)
    }
    table.setNeedsDisplay()
  }

  private func advanceCrossFade(at now: Instant) {
    guard motion.crossFade != nil else { return }
    table.setNeedsDisplay()
    for presentation in motion.advanceCrossFade(at: now) { rows.discard(presentation) }
  }

  /// Ends a cross-fade, so that the effect of a key or a click is visible.
  func endCrossFade() {
    guard let picture = motion.endCrossFade() else { return }
    for presentation in picture { rows.discard(presentation) }
    table.setNeedsDisplay()
  }
}
