/// A value of JSON, as jCards consist of them.
enum JCardValue: Hashable {
  case text(String)
  case list([JCardValue])
  case object([String: JCardValue])

  /// The text; that of the first element of a list.
  var text: String {
    switch self {
    case .text(let text): text
    case .list(let values): values.first?.text ?? ""
    case .object: ""
    }
  }

  /// The elements of a list; the value itself where it is none.
  var elements: [JCardValue] {
    if case .list(let values) = self { values } else { [self] }
  }

  /// Appends the value as JSON on one line, with nothing in it that could control a terminal.
  func write(into output: inout String) {
    switch self {
    case .text(let text): output += JSONText.string(text)
    case .list(let values):
      output += "["
      for (index, value) in values.enumerated() {
        if index > 0 { output += "," }
        value.write(into: &output)
      }
      output += "]"
    case .object(let members):
      output += "{"
      for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
        if index > 0 { output += "," }
        output += JSONText.string(member.key) + ":"
        member.value.write(into: &output)
      }
      output += "}"
    }
  }
}

/// Numbers, truth values and null are read as texts: a jCard means the same by them.
extension JCardValue: Decodable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let values = try? container.decode([JCardValue].self) {
      self = .list(values)
    } else if let members = try? container.decode([String: JCardValue].self) {
      self = .object(members)
    } else if let number = try? container.decode(Int.self) {
      self = .text("\(number)")
    } else if let number = try? container.decode(Double.self) {
      self = .text("\(number)")
    } else if let flag = try? container.decode(Bool.self) {
      self = .text("\(flag)")
    } else {
      self = .text("")
    }
  }
}
