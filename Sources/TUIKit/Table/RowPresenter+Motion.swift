import Algorithms
import Time

extension RowPresenter {
  // MARK: Items that become visible

  /// Starts the motion of an item that has become visible: its own if it was inserted or moved, else that of its
  /// neighbours.
  func startMotion(ofItemAt index: Int, among items: [TableItem], fresh: [Int], at now: Instant) {
    let item = items[index]
    guard isMotionPossible, let presentation = presentations[item] else { return }
    if let arrival = motion.arrivals[item] {
      presentation.effects.arrival = arrival
      switch arrival.animation {
      case .automatic: presentation.effects.coolingStart = item.row == nil ? nil : arrival.end
      case .flash: presentation.effects.coolingStart = arrival.start
      case .fade, .slide, .none: break
      }
    } else if let incoming = motion.incoming[item] {
      presentation.motion = incoming
      if case .steps = incoming.interpolation {
        presentation.effects.liftEnd = incoming.end
        presentation.effects.coolingStart = incoming.end
      }
    } else {
      presentation.motion = neighbourMotion(ofItemAt: index, among: items, fresh: fresh, at: now)
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
        let presentation = presentations[items[index]], presentation.effects.liftEnd == nil
      else { return nil }
      return presentation
    }
    guard !ordered.isEmpty, fresh.count < items.count else { return nil }
    for step in 1...max(items.count, 1) {
      if let neighbour = candidate(index - step) ?? candidate(index + step) { return neighbour.motion }
    }
    return nil
  }

  // MARK: Reloads

  /// Replaces the cells of reloaded rows.
  func reloadMarked(at now: Instant) {
    for (item, presentation) in presentations {
      guard let animation = presentation.reload, let row = item.row else { continue }
      let old = presentation.view
      let cell = makeCell(for: row)
      presentation.reload = nil
      delegate?.tableView(table, willDisplay: cell, forRowAt: row.path)
      if cell !== old {
        if cell.superview !== table { table.addSubview(cell) }
        cell.isSelected = row == selected
        cell.frame = old.frame
        presentation.view = cell
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
    case .fade:
      presentation.effects.arrival = RowEffects.Change(start: now, duration: TableTiming.reorder, animation: .fade)
    case .automatic, .flash, .slide:
      cell.glowRegions = nil
      if cell.glowsOnlyWhereChanged, let old = old as? TableViewCell, old !== cell {
        cell.glowRegions = CellComparison.changedRegions(from: old, to: cell, size: cell.frame.size)
      }
      presentation.effects.coolingStart = max(now, presentation.effects.coolingStart ?? now)
    }
  }

  // MARK: Placement

  /// Places every presentation for the current time.
  ///
  /// - Complexity: O(visible rows).
  func place(at now: Instant) {
    let (selected, marks, geometry) = (self.selected, self.marks, self.geometry)
    for presentation in ordered {
      guard let item = presentation.item else { continue }
      if presentation.motion?.isFinished(at: now) == true { presentation.motion = nil }
      if presentation.effects.isFinished(at: now) { presentation.effects = RowEffects() }
      let line = table.line(of: item) + Int(presentation.distance(at: now).rounded())
      if let cell = presentation.cell, let row = item.row {
        let (isSelected, isMarked) = (row == selected, marks.contains(row))
        if cell.isSelected != isSelected { cell.isSelected = isSelected }
        if cell.isMarked != isMarked { cell.isMarked = isMarked }
      }
      put(presentation, line: line, height: geometry.height(of: item), at: now)
    }
    for ghost in ghosts {
      let line = ghost.ghostLine - contentOffset + Int(ghost.distance(at: now).rounded())
      ghost.cell?.isSelected = false
      ghost.cell?.isMarked = false
      put(ghost, line: line, height: ghost.view.frame.height, at: now)
    }
  }

  private func put(_ presentation: RowPresentation, line: Int, height: Int, at now: Instant) {
    let look = presentation.effects.look(at: now)
    let view = presentation.view
    let slid = Int((look.slid * Double(contentWidth)).rounded())
    let frame = Rect(x: -slid, y: line, width: contentWidth, height: height)
    if view.frame != frame { view.frame = frame }
    if look != presentation.look {
      presentation.look = look
      presentation.cell?.glow = look.glow
      if look.glow == 0 { presentation.cell?.glowRegions = nil }
      view.setNeedsDisplay()
    }
  }

  // MARK: The clock

  /// Requests frames until everything is at rest.
  func keepTicking(at now: Instant) {
    let ends = ordered.compactMap(\.end) + ghosts.compactMap(\.end) + annotations.map(\.end)
    guard let end = (ends + [motion.crossFade?.end].compactMap { $0 }).max(), end > now, isMotionPossible, let window
    else {
      if !motion.isRunning { finishMotion() }
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
      return finishMotion()
    }
    let now = now
    place(at: now)
    advanceCrossFade(at: now)
    advanceAnnotations(at: now)
    let leaves = ghosts.contains { $0.isAtRest(at: now) }
    let lines = visibleLines
    let hasLeft = ordered.contains { presentation in
      guard let item = presentation.item, presentation.motion == nil else { return false }
      let line = geometry.line(of: item)
      return presentation.end == nil
        && (line >= lines.upperBound || line + geometry.height(of: item) <= lines.lowerBound)
        && item != table.stickyHeader
    }
    if leaves || hasLeft || isLast { table.setNeedsLayout() }
    if isLast { finishMotion() }
  }

  func finishMotion() {
    let completions = motion.completions
    motion.completions = []
    for completion in completions { completion() }
  }

  /// Ends all motion at once.
  func settle() {
    motion.stop()
    for presentation in presentations.values { presentation.settle() }
    for ghost in ghosts { discard(ghost) }
    ghosts = []
    endCrossFade()
    motion.forgetPending()
  }

  // MARK: Cross-fade

  /// Fades out the current picture with the `deleted` rows.
  ///
  /// The next layout makes the picture that fades in.
  func beginCrossFade(with deleted: [RowPresentation] = []) {
    let now = now
    let present = ordered.filter { $0.item != nil } + deleted + ghosts
    if let fade = motion.crossFade, now < fade.end {
      // The running cross-fade continues, to another picture.
      for presentation in present { discard(presentation) }
    } else {
      for presentation in present { presentation.settle() }
      motion.crossFade = TableMotion.CrossFade(start: now, old: present)
    }
    presentations = [:]
    ordered = []
    ghosts = []
    table.setNeedsDisplay()
  }

  private func advanceCrossFade(at now: Instant) {
    guard let fade = motion.crossFade else { return }
    table.setNeedsDisplay()
    if now >= fade.half {
      for presentation in fade.old { discard(presentation) }
      motion.crossFade?.old = []
    }
    if now >= fade.end { motion.crossFade = nil }
  }

  /// Ends a cross-fade, so that the effect of a key or a click is visible.
  func endCrossFade() {
    guard let fade = motion.crossFade else { return }
    for presentation in fade.old { discard(presentation) }
    motion.crossFade = nil
    table.setNeedsDisplay()
  }
}
