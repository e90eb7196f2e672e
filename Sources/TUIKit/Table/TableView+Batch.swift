import Time

extension TableView {
  /// How a batch is shown.
  private enum Manner {
    /// At once.
    case settled
    /// Each change by itself.
    case individual
    /// Everything that stays travels to its place at one time, the rest fades.
    case reorder
    case crossFade
  }

  /// More rows than this changing places at one time is a new order, not so many movements.
  private static let individualMoves = RowMotion.maximumSteps

  func process(_ update: BatchUpdate) {
    // What was never asked for, or is to be asked for anew, is in its new state when it is.
    guard !needsReload, let dataSource else { return reloadData(animated: fadesReload) }
    let old = Picture(table: self)
    let counts = counts(from: dataSource)
    let plan: BatchPlan
    do throws(TableInconsistency) {
      plan = try BatchPlan(update, from: geometry.sections.map(\.rowCount), to: counts)
    } catch {
      return recover(from: error)
    }
    rebuildGeometry(counts) { plan.heights(ofSection: $0, in: old.geometry) }
    let selection = selected
    moveSelection(by: plan)
    keepInPlace(old, plan: plan, selection: selection)
    countArrivalsAbove(plan)
    annotations = annotations.compactMap { annotation in
      plan.new(of: annotation.row).map {
        RowAnnotation(row: $0, text: annotation.text, start: annotation.start)
      }
    }
    show(update, plan: plan, since: old)
    setNeedsLayout()
    let isAnother = selection.flatMap { plan.new(of: $0) } != selected
    tellDelegate(highlight: isAnother)
  }

  /// The data source has the last word.
  func recover(from inconsistency: TableInconsistency) {
    lastInconsistency = inconsistency
    reloadData()
    loadIfNeeded()
    delegate?.tableView(self, didRecoverFrom: inconsistency)
  }

  /// What there was before a batch.
  private struct Picture {
    let geometry: TableGeometry
    let offset: Int
    let height: Int
    let now: Instant
    /// The line of the window on which each row stands at this moment, on its way or not.
    var lines: [ObjectIdentifier: Double] = [:]

    @MainActor
    init(table: TableView) {
      geometry = table.geometry
      offset = table.contentOffset
      height = table.bounds.height
      now = table.now
      for (item, presentation) in table.presentations {
        lines[ObjectIdentifier(presentation)] =
          Double(geometry.line(of: item) - offset) + presentation.distance(at: now)
      }
    }

    @MainActor
    func line(of presentation: RowPresentation) -> Double { lines[ObjectIdentifier(presentation)] ?? 0 }

    func line(of row: RowIndex) -> Int { geometry.line(of: row) - offset }

    func isVisible(_ row: RowIndex) -> Bool {
      let line = line(of: row)
      return line < height && line + geometry.height(of: .row(row)) > 0
    }
  }

  // MARK: Selection and place

  private func moveSelection(by plan: BatchPlan) {
    selected = selected.flatMap { plan.successor(of: $0) }
    selectFirstIfNeeded()
  }

  /// The selected row stays on its line; when it has gone elsewhere, the first row that stayed does.
  private func keepInPlace(_ old: Picture, plan: BatchPlan, selection: RowIndex?) {
    let rows = old.geometry.items(in: old.offset..<old.offset + old.height).compactMap(\.row)
    func isSteady(_ row: RowIndex) -> Bool { plan.new(of: row) != nil && !plan.isMoved(row) }
    let steady = rows.first(where: isSteady)
    func offset(keeping row: RowIndex) -> Int? {
      plan.new(of: row).map { clampedOffset(geometry.line(of: $0) - old.line(of: row)) }
    }
    if selection == nil, old.offset == 0 {
      // Nobody is looking at a row; the beginning is what is seen, so that newcomers are.
      contentOffset = 0
    } else if let selection, old.isVisible(selection), let new = plan.new(of: selection) {
      contentOffset = offset(keeping: selection) ?? contentOffset
      // It was sent elsewhere itself: it is seen to go there if one of its neighbours can stay instead.
      for neighbour in [steady, rows.last(where: isSteady)] where plan.isMoved(selection) {
        guard let neighbour, let other = offset(keeping: neighbour) else { continue }
        let line = geometry.line(of: new) - other
        guard line >= stickyInset(section: new.section), line + geometry.height(of: .row(new)) <= old.height else {
          continue
        }
        contentOffset = other
        break
      }
    } else if let steady {
      contentOffset = offset(keeping: steady) ?? contentOffset
    } else if let first = rows.first, let next = plan.successor(of: first) {
      contentOffset = geometry.line(of: next) - old.line(of: first)
    }
    contentOffset = clampedOffset(contentOffset)
    revealSelection()
  }

  private func countArrivalsAbove(_ plan: BatchPlan) {
    guard contentOffset > 0, let first = geometry.row(nearLine: contentOffset) else {
      rowsInsertedAbove = 0
      return
    }
    rowsInsertedAbove = min(rowsInsertedAbove + plan.arrivals(before: first), geometry.ordinal(of: first))
  }

  // MARK: Showing it

  private func show(_ update: BatchUpdate, plan: BatchPlan, since old: Picture) {
    var kept: [TableItem: RowPresentation] = [:]
    var gone: [(item: TableItem, presentation: RowPresentation)] = []
    var moved: [RowPresentation] = []
    for (item, presentation) in presentations {
      guard let new = plan.new(of: item) else {
        gone.append((item, presentation))
        presentation.item = nil
        continue
      }
      presentation.item = new
      kept[new] = presentation
      if let row = item.row, plan.isMoved(row) { moved.append(presentation) }
    }
    for row in update.reloads {
      guard let new = plan.new(of: row) else { continue }
      kept[.row(new)]?.reload = update.reloadAnimations[.row(row)] ?? .automatic
    }
    presentations = kept
    motion.follow(plan)
    let visible = geometry.items(in: visibleLines)
    let arrivals = visible.filter { plan.old(of: $0) == nil }
    let incoming = visible.filter { item in
      kept[item] == nil && item.row.map { plan.origin(ofMoved: $0) != nil } == true
    }
    switch manner(
      of: update, isSeen: !(gone.isEmpty && arrivals.isEmpty && moved.isEmpty && incoming.isEmpty) || isDisplaced(old),
      moves: moved.count + incoming.count, now: old.now)
    {
    case .settled:
      for (_, presentation) in gone { discard(presentation) }
      for ghost in ghosts { discard(ghost) }
      ghosts = []
      for presentation in kept.values { presentation.settle() }
      motion.forgetPending()
    case .crossFade:
      motion.settledUntil = old.now + TableTiming.reorder + TableTiming.cooling
      beginCrossFade(with: gone.map(\.presentation))
      motion.forgetPending()
    case .individual:
      animate(
        update, plan: plan, since: old, gone: gone, moved: moved, arrivals: arrivals, incoming: incoming,
        isReorder: false)
    case .reorder:
      animate(
        update, plan: plan, since: old, gone: gone, moved: moved, arrivals: arrivals, incoming: incoming,
        isReorder: true)
    }
  }

  private func isDisplaced(_ old: Picture) -> Bool {
    presentations.values.contains { presentation in
      guard let item = presentation.item else { return false }
      return abs(old.line(of: presentation) - Double(geometry.line(of: item) - contentOffset)) > 0.5
    }
  }

  private func manner(of update: BatchUpdate, isSeen: Bool, moves: Int, now: Instant) -> Manner {
    guard isMotionPossible, hasBeenLaidOut else { return .settled }
    guard isSeen else { return .individual }
    if motion.crossFade != nil { return .settled }
    if update.count > TableTiming.crossFadeThreshold {
      guard let until = motion.settledUntil, now < until else { return .crossFade }
      motion.settledUntil = now + TableTiming.cooling
      return .settled
    }
    return moves > Self.individualMoves ? .reorder : .individual
  }

  private func animate(
    _ update: BatchUpdate, plan: BatchPlan, since old: Picture,
    gone: [(item: TableItem, presentation: RowPresentation)], moved: [RowPresentation], arrivals: [TableItem],
    incoming: [TableItem], isReorder: Bool
  ) {
    let now = old.now
    let leaves = depart(gone, update: update, since: old, isReorder: isReorder)
    let start = leaves && !isReorder ? now + TableTiming.departure : now
    let shift =
      isReorder ? TableTiming.reorder : update.changesSections ? TableTiming.section : TableTiming.shift
    var travellers: [(line: Double, height: Int, motion: RowMotion)] = []
    if !isReorder {
      for presentation in moved {
        if let motion = travel(presentation, since: old, start: start) {
          travellers.append((old.line(of: presentation), presentation.view.frame.height, motion))
        }
      }
    }
    let movedIDs = Set(isReorder ? [] : moved.map { ObjectIdentifier($0) })
    for presentation in presentations.values where !movedIDs.contains(ObjectIdentifier(presentation)) {
      guard let item = presentation.item else { continue }
      let line = old.line(of: presentation)
      let distance = line - Double(geometry.line(of: item) - contentOffset)
      if abs(distance - presentation.distance(at: now)) < 1e-6 { continue }
      if presentation.motion?.isFinished(at: now) ?? true,
        let passer = travellers.first(where: {
          abs(distance) == Double($0.height) && $0.motion.passes(line, from: $0.line)
        }),
        let time = passer.motion.time(toTravel: line - passer.line)
      {
        presentation.motion = RowMotion(
          distance: distance, start: now, duration: start - now + time, course: .jump)
      } else {
        presentation.retarget(distance: distance, now: now, start: start, duration: shift, limit: 2 * old.height)
      }
    }
    for item in arrivals {
      let animation = update.arrivalAnimations[item] ?? update.arrivalAnimations[.header(item.section)]
      motion.arrivals[item] = arrival(
        of: item, animation: animation ?? .automatic, isReorder: isReorder, plan: plan, start: start)
    }
    for item in incoming {
      guard let row = item.row, let origin = plan.origin(ofMoved: row) else { continue }
      let height = geometry.height(of: item)
      motion.incoming[item] = TableMotion.Incoming(
        line: old.line(of: origin) < 0 ? -height : old.height, start: start, travels: !isReorder)
    }
  }

  private func arrival(
    of item: TableItem, animation: RowAnimation, isReorder: Bool, plan: BatchPlan, start: Instant
  ) -> RowEffects.Change {
    var animation = animation
    if animation == .automatic {
      if plan.isRenewed(section: item.section) {
        animation = .flash
      } else if isReorder || item.row == nil {
        animation = .fade
      }
    }
    return RowEffects.Change(
      start: start, duration: animation == .automatic ? TableTiming.arrival : TableTiming.section, animation: animation)
  }

  /// Turns what is gone into ghosts. Returns whether any is seen to leave.
  private func depart(
    _ gone: [(item: TableItem, presentation: RowPresentation)], update: BatchUpdate, since old: Picture, isReorder: Bool
  ) -> Bool {
    var leaves = false
    let renewed = Set(update.sectionReloads)
    for (item, presentation) in gone.sorted(by: { old.line(of: $0.presentation) < old.line(of: $1.presentation) }) {
      var animation =
        update.departureAnimations[item] ?? update.departureAnimations[.header(item.section)] ?? .automatic
      if animation == .automatic, isReorder || item.row == nil { animation = .fade }
      let line = Int(old.line(of: presentation).rounded())
      guard animation != .none, animation != .flash, !renewed.contains(item.section), line < old.height,
        line + presentation.view.frame.height > 0
      else {
        discard(presentation)
        continue
      }
      presentation.motion = nil
      presentation.reload = nil
      presentation.effects.departure = RowEffects.Change(
        start: old.now, duration: isReorder ? TableTiming.reorder : TableTiming.departure, animation: animation)
      presentation.effects.coolingStart = nil
      presentation.effects.liftEnd = nil
      presentation.ghostLine = line + contentOffset
      ghosts.append(presentation)
      leaves = true
    }
    return leaves
  }

  /// Sends a row on its way to its new place; one that goes out of sight goes out at the edge.
  private func travel(_ presentation: RowPresentation, since old: Picture, start: Instant) -> RowMotion? {
    guard let item = presentation.item else { return nil }
    let height = geometry.height(of: item)
    let from = min(max(old.line(of: presentation), Double(-height)), Double(old.height))
    let target = geometry.line(of: item) - contentOffset
    let edge = min(max(target, -height), old.height)
    let distance = from - Double(edge)
    guard abs(distance) >= 0.5 else {
      presentation.motion = nil
      return nil
    }
    let motion = RowMotion.travel(distance: distance, height: height, start: start)
    presentation.motion = motion
    presentation.effects.liftEnd = motion.end
    guard edge == target || !(target >= old.height || target + height <= 0) else {
      presentations[item] = nil
      presentation.item = nil
      presentation.ghostLine = edge + contentOffset
      presentation.effects.coolingStart = nil
      ghosts.append(presentation)
      return motion
    }
    presentation.effects.coolingStart = motion.end
    return motion
  }
}

extension RowPresentation {
  /// Gives it a new place, `distance` lines from where it stands: it goes there from here. One that is already waiting or on
  /// its way does not wait anew.
  func retarget(distance: Double, now: Instant, start: Instant, duration: Duration, limit: Int) {
    guard abs(distance) > 0.01 else {
      motion = nil
      return
    }
    var start = start
    if let motion, !motion.isFinished(at: now) { start = max(motion.start, now) }
    motion = RowMotion(
      distance: min(max(distance, Double(-limit)), Double(limit)), start: start, duration: duration, course: .glide)
  }
}

extension RowMotion {
  /// Whether a row that travels from a line comes past another one.
  func passes(_ line: Double, from: Double) -> Bool {
    let part = line - from
    return part != 0 && (part < 0) == (distance > 0) && abs(part) <= abs(distance)
  }
}
