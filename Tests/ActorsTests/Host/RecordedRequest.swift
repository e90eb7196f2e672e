@testable import Actors

/// A request of the recording, with the response of the real server.
struct RecordedRequest {
  let method: String
  let path: String
  let body: String
  let status: Int
  let contentType: String
  let response: String

  /// Reads `POST /path BODY -> 200 text/plain BODY`.
  init?(_ line: String) {
    guard let arrow = line.firstRange(of: " -> ") else { return nil }
    let left = line[..<arrow.lowerBound].split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard left.count >= 2, ["GET", "PUT", "POST"].contains(left[0]) else { return nil }
    method = String(left[0])
    path = String(left[1])
    body = left.count > 2 ? String(left[2]) : ""
    var right = line[arrow.upperBound...].split(separator: " ", maxSplits: 1).map(String.init)
    guard right.count == 2, let status = Int(right[0]) else { return nil }
    self.status = status
    // The type may contain a blank: "text/plain; charset=UTF-8".
    let isSplit = right[1].hasPrefix("text/plain; ")
    right = right[1].split(separator: " ", maxSplits: isSplit ? 2 : 1).map(String.init)
    contentType = isSplit ? "\(right[0]) \(right[1])" : right[0]
    response = right.last ?? ""
  }
}

extension JSONValue {
  /// The value without ids and times, and with the given message cut to its first words.
  var comparable: JSONValue {
    switch self {
    case .object(let members):
      return .object(
        Dictionary(
          uniqueKeysWithValues: members.map { name, value in
            if name.hasSuffix("_ts"), value != .null { return (name, "time") }
            if ["actor_id", "actorId", "connectionId"].contains(name) { return (name, "id") }
            if name == "message", let text = value.text, text.hasPrefix("Invalid params JSON") {
              return (name, "Invalid params JSON")
            }
            return (name, value.comparable)
          }))
    case .array(let elements): return .array(elements.map(\.comparable))
    default: return self
    }
  }
}
