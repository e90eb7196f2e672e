/// The order of letters in the lists of a book, which is that of a language.
///
/// The sort keys are part of the book, so all programs show its lists in the same order. A new book has the locale of
/// the environment. The locale is not part of the change log: it cannot be undone, and is not replicated.
extension Store {
  /// The ICU locale of the book's orders, such as `sv` or `de@collation=phonebook`; empty for the standard order.
  ///
  /// - Throws: The reason why the book cannot be read.
  public func locale() throws(StoreError) -> String {
    try reader.meta(Database.localeKey) ?? ""
  }

  /// Sets the locale of the book's orders, and computes all sort keys again, on the store's queue.
  ///
  /// The lists of all programs then have the new order.
  ///
  /// - Parameters:
  ///   - locale: An ICU locale. One that ICU does not know sorts as its nearest relative.
  ///   - monitor: Receives the progress, and may cancel.
  /// - Throws: `CancellationError` when `monitor` cancelled, otherwise the reason why the book cannot be written. The
  ///   book is as it was then.
  /// - Complexity: O(*n* log *n*) in the number of records.
  public func setLocale(_ locale: String, monitor: WriteMonitor = WriteMonitor()) async throws {
    defer { lists.deliver() }
    try await engine.setLocale(locale, monitor)
  }
}

extension Engine {
  func setLocale(_ locale: String, _ monitor: WriteMonitor) throws {
    let connection = try openForWriting()
    try LogMaintenance(connection, format).setLocale(locale, monitor)
    queries?.notifyObservers()
    perform { engine in engine.connection?.checkpoint() }
  }
}
