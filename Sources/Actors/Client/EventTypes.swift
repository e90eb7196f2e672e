/// Decodes the arguments of events: as many as there are types, each on its own.
enum EventTypes {
  /// Returns the arguments as the given types.
  ///
  /// - Throws: ``ActorError`` `client.decode_error`, which says what does not fit.
  static func decode<each A: Decodable>(
    _ event: String, _ arguments: [JSONValue], as types: repeat (each A).Type
  ) throws(ActorError) -> (repeat each A) {
    var count = 0
    for _ in repeat each types { count += 1 }
    guard arguments.count == count else {
      throw .decoding(event: event, detail: "expected \(count) args, received \(arguments.count)")
    }
    var index = 0
    func next<T: Decodable>(_ type: T.Type) throws -> T {
      defer { index += 1 }
      return try arguments[index].decoded(as: type)
    }
    do {
      return (repeat try next(each types))
    } catch {
      throw .decoding(event: event, detail: "argument \(index): \(detail(of: error))")
    }
  }

  private static func detail(of error: any Error) -> String {
    switch error {
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.keyNotFound(_, let context), DecodingError.dataCorrupted(let context):
      let path = context.codingPath.map(\.stringValue).joined(separator: ".")
      return path.isEmpty ? context.debugDescription : "\(path): \(context.debugDescription)"
    default: return "\(error)"
    }
  }
}
