import CSQLite

extension Folding {
  /// The name of an SQL function: whether a text, folded, contains another one, which is folded already.
  static let containsFunction = "folded_contains"

  /// The name of an SQL function: the beginning of the keys of a group, given its text and whether it is the first.
  ///
  /// It is the folded text with a zero behind it, and sorts last for an empty text.
  static let groupFunction = "group_key"

  /// Defines the functions for the statements of a connection.
  static func defineFunctions(on handle: OpaquePointer?) {
    sqlite3_create_function_v2(
      handle, containsFunction, 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil,
      { context, _, values in
        guard let values, let text = Folding.bytes(of: values[0]), let part = Folding.bytes(of: values[1]) else {
          return sqlite3_result_int(context, 0)
        }
        sqlite3_result_int(context, Folding.contains(text, part) ? 1 : 0)
      }, nil, nil, nil)
    sqlite3_create_function_v2(
      handle, groupFunction, 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil,
      { context, _, values in
        guard let values else { return }
        let text = Folding.bytes(of: values[0]).map { String(decoding: $0, as: UTF8.self) } ?? ""
        let isFirst = sqlite3_value_int(values[1]) != 0
        let folded = isFirst ? [1] : text.isEmpty ? [0xFF] : Array(Folding.fold(text).utf8.filter { $0 > 1 })
        let key = folded + [0]
        // SQLite copies the bytes.
        sqlite3_result_blob(context, key, Int32(key.count), unsafeBitCast(-1, to: sqlite3_destructor_type.self))
      }, nil, nil, nil)
  }

  private static func bytes(of value: OpaquePointer?) -> UnsafeBufferPointer<UInt8>? {
    guard let text = sqlite3_value_text(value) else { return nil }
    return UnsafeBufferPointer(start: text, count: Int(sqlite3_value_bytes(value)))
  }

  private static func contains(_ text: UnsafeBufferPointer<UInt8>, _ part: UnsafeBufferPointer<UInt8>) -> Bool {
    // Most texts lack the sign that the search is for, and need no folding.
    if let sign = part.first(where: isSign), !text.contains(where: { $0 == sign || $0 >= 0x80 }) { return false }
    let folded = Array(fold(String(decoding: text, as: UTF8.self)).utf8)
    guard part.count <= folded.count else { return false }
    return (0...folded.count - part.count).contains { folded[$0...].starts(with: part) }
  }

  /// Whether folding leaves a byte as it is.
  private static func isSign(_ byte: UInt8) -> Bool {
    byte < 0x80 && !(0x41...0x5A).contains(byte & ~0x20)
  }
}
