import Time

/// The animation of a batch.
extension RowPresenter {
  /// The ways to show a batch.
  private enum BatchStyle {
    /// Without animation.
    case settled
    /// Each change is animated.
    case individual
    /// The remaining rows travel to their places together, the others fade.
    case reorder
    case crossFade
  }

  /// More moves at one time are shown as a new order.
  private static let individualMoves = RowMotion.maximumSteps

  /// The visible part of a batch.
  private struct VisibleChanges {
    let deleted: [(item: TableItem, presentation: RowPresentation)]
    let moved: [RowPresentation]
    /// Inserted items, and rows that move in from outside the window.
    let arrivals: [TableItem]
    let incoming: [TableItem]

    var isEmpty: Bool { deleted.isEmpty && moved.isEmpty && arrivals.isEmpty && incoming.isEmpty }
    var moves: Int { moved.count + incoming.count }
  }

  /// A row that travels: its line at the start, its height and its motion.
  private struct TravellingRow {
    let line: Double
    let height: Int
    let motion: RowMotion
  }

  /// Moves every presentation from its former place to its new one.
  ///
  /// - Complexity: O(changes + visible rows).
  func apply(_ update: BatchUpdate, plan: some RowPlan, since old: TablePicture) {
    annotations.follow(plan)
    let (deleted, moved) = rows.follow(plan)
    for row in update.reloads {
      guard let new = plan.new(of: row) else { continue }
      rows[.row(new)]?.setNeedsReload(update.reloadAnimations[.row(row)] ?? .automatic)
    }
    motion.follow(plan)
    for ghost in rows.ghosts { ghost.shiftGhost(by: viewport.offset - old.offset) }
    let visible = geometry.items(in: viewport.lines)
    let visibleChanges = VisibleChanges(
      deleted: deleted, moved: moved, arrivals: visible.filter { plan.old(of: $0) == nil },
      incoming: visible.filter { item in
        rows[item] == nil && item.row.map { plan.origin(ofMoved: $0) != nil } == true
      })
    switch style(
      of: update, isSeen: !visibleChanges.isEmpty || isDisplaced(old), moves: visibleChanges.moves, now: old.now)
    {
    case .settled:
      for (_, presentation) in deleted { rows.discard(presentation) }
      rows.discardGhosts()
      for presentation in rows.all { presentation.settle() }
      motion.forgetPending()
    case .crossFade:
      beginCrossFade(with: deleted.map(\.presentation))
      motion.forgetPending()
    case .individual:
      animate(update, plan: plan, visibleChanges: visibleChanges, since: old, isReorder: false)
    case .reorder:
      animate(update, plan: plan, visibleChanges: visibleChanges, since: old, isReorder: true)
    }
  }

  private func isDisplaced(_ old: TablePicture) -> Bool {
    let viewport = viewport
    return rows.all.contains { presentation in
      guard let item = presentation.item else { return false }
      return abs(old.line(of: presentation) - Double(viewport.line(of: item))) > 0.5
    }
  }

  private func style(of update: BatchUpdate, isSeen: Bool, moves: Int, now: Instant) -> BatchStyle {
    guard isMotionPossible, rows.hasBeenLaidOut else { return .settled }
    guard isSeen else { return .individual }
    if motion.crossFade != nil { return .settled }
    if update.count > TableTiming.crossFadeThreshold {
      return motion.isBurst(addingBatchAt: now) ? .settled : .crossFade
    }
    if motion.isFlood(adding: update.count - update.reloads.count, at: now) { return .settled }
    return moves > Self.individualMoves ? .reorder : .individual
  }

  private func animate(
    _ update: BatchUpdate, plan: some RowPlan, visibleChanges: VisibleChanges, since old: TablePicture, isReorder: Bool
  ) {
    let leaves = depart(visibleChanges.deleted, update: update, since: old, isReorder: isReorder)
    let start = leaves && !isReorder ? old.now + TableTiming.departure : old.now
    for item in visibleChanges.arrivals {
      let animation = update.arrivalAnimations[item] ?? update.arrivalAnimations[.header(item.section)]
      let arrival = arrival(
        of: item, animation: animation ?? .automatic, isReorder: isReorder, plan: plan, start: start)
      motion.addArrival(arrival, of: item)
    }
    var travellers: [TravellingRow] = []
    for item in visibleChanges.incoming {
      guard let origin = item.row.flatMap({ plan.origin(ofMoved: $0) }) else { continue }
      let height = geometry.height(of: item)
      let line = old.line(of: origin) < 0 ? -height : old.height
      let distance = Double(line - (geometry.line(of: item) - viewport.offset))
      let path = RowMotion.travel(distance: distance, height: height, start: start)
      motion.addIncoming(
        isReorder
          ? RowMotion(distance: distance, start: start, duration: TableTiming.reorder, interpolation: .glide) : path,
        of: item)
      travellers.append(TravellingRow(line: Double(line), height: height, motion: path))
    }
    if isReorder { travellers = [] }
    var sent: Set<ObjectIdentifier> = []
    for presentation in visibleChanges.moved where !isReorder {
      sent.insert(ObjectIdentifier(presentation))
      if let traveller = travel(presentation, since: old, start: start) { travellers.append(traveller) }
    }
    let duration =
      isReorder ? TableTiming.reorder : plan.changesSections ? TableTiming.section : TableTiming.shift
    for presentation in rows.all where !sent.contains(ObjectIdentifier(presentation)) {
      shift(presentation, since: old, start: start, duration: duration, travellers: travellers)
    }
  }

  /// Moves a row that other changes have shifted.
  ///
  /// A row that a travelling one passes moves at that time.
  private func shift(
    _ presentation: RowPresentation, since old: TablePicture, start: Instant, duration: Duration,
    travellers: [TravellingRow]
  ) {
    guard let item = presentation.item else { return }
    let line = old.line(of: presentation)
    let distance = line - Double(viewport.line(of: item))
    if abs(distance - presentation.distance(at: old.now)) < 1e-6 { return }
    if presentation.motion?.isFinished(at: old.now) ?? true,
      let passer = travellers.first(where: {
        abs(distance) == Double($0.height) && $0.motion.passes(line, from: $0.line)
      }),
      let time = passer.motion.time(toTravel: line - passer.line)
    {
      presentation.move(
        along: RowMotion(distance: distance, start: old.now, duration: start - old.now + time, interpolation: .jump))
    } else {
      presentation.retarget(distance: distance, now: old.now, start: start, duration: duration, limit: 2 * old.height)
    }
  }

  private func arrival(
    of item: TableItem, animation: RowAnimation, isReorder: Bool, plan: some RowPlan, start: Instant
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

  /// Turns deleted items into ghosts.
  ///
  /// Returns whether any of them is visible.
  private func depart(
    _ deleted: [(item: TableItem, presentation: RowPresentation)], update: BatchUpdate, since old: TablePicture,
    isReorder: Bool
  ) -> Bool {
    var leaves = false
    let renewed = Set(update.sectionReloads)
    for (item, presentation) in deleted.sorted(by: { old.line(of: $0.presentation) < old.line(of: $1.presentation) }) {
      var animation =
        update.departureAnimations[item] ?? update.departureAnimations[.header(item.section)] ?? .automatic
      if animation == .automatic, isReorder || item.row == nil { animation = .fade }
      let line = Int(old.line(of: presentation).rounded())
      guard animation != .none, animation != .flash, !renewed.contains(item.section), line < old.height,
        line + presentation.view.frame.height > 0
      else {
        rows.discard(presentation)
        continue
      }
      presentation.depart(
        RowEffects.Change(
          start: old.now, duration: isReorder ? TableTiming.reorder : TableTiming.departure, animation: animation),
        atLine: line + viewport.offset)
      rows.addGhost(presentation)
      leaves = true
    }
    return leaves
  }

  /// Starts the motion of a row to its new place.
  ///
  /// A row that leaves the window ends at the edge.
  private func travel(_ presentation: RowPresentation, since old: TablePicture, start: Instant) -> TravellingRow? {
    guard let item = presentation.item else { return nil }
    let height = geometry.height(of: item)
    let from = min(max(old.line(of: presentation), Double(-height)), Double(old.height))
    let target = geometry.line(of: item) - viewport.offset
    let edge = min(max(target, -height), old.height)
    let distance = from - Double(edge)
    guard abs(distance) >= 0.5 else {
      presentation.move(along: nil)
      return nil
    }
    let motion = RowMotion.travel(distance: distance, height: height, start: start)
    let traveller = TravellingRow(line: old.line(of: presentation), height: height, motion: motion)
    if edge != target, target >= old.height || target + height <= 0 {
      rows.addGhost(presentation)
      presentation.travelOut(along: motion, toLine: edge + viewport.offset)
    } else {
      presentation.travel(along: motion)
    }
    return traveller
  }
}
