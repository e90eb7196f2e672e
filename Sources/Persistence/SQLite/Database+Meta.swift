extension Database {
  /// The value of a key in the book's own table; `nil` without one.
  func meta(_ key: String) throws(StoreError) -> String? {
    try first("SELECT value FROM meta WHERE key = ?", .text(key)) { $0.text(0) }
  }

  /// Sets the value of a key; `nil` deletes it.
  func setMeta(_ key: String, _ value: String?) throws(StoreError) {
    if let value {
      try run("INSERT OR REPLACE INTO meta(key, value) VALUES (?, ?)", .text(key), .text(value))
    } else {
      try run("DELETE FROM meta WHERE key = ?", .text(key))
    }
  }
}
