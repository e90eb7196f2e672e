/// The state of a main-actor list on the store's queue.
struct Listener {
  var plan: QueryPlan
  /// The log entry as of which the list was opened, and its first page if its rows were not counted; `nil` once it has
  /// the whole order.
  var opening: (seq: Int64, page: RowList?)?
  var wantsSections = false

  /// The sections of its content; `nil` while they depend on an order that is not loaded.
  ///
  /// Inside a read transaction.
  func sections(_ order: LiveOrder?, in connection: Connection) throws(StoreError) -> [SectionRun]? {
    let initials = try connection.initials()
    guard let opening else { return try order?.sections(initials) }
    guard let page = opening.page else { return nil }
    return try OpeningSections(plan: plan, initials: initials, database: connection.database)
      .runs(of: page[0..<page.count])
  }
}
