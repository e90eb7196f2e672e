/// Compares two values part by part, through their mirrors.
struct ReflectedComparison {
  private(set) var differences: [FieldDifference] = []

  mutating func compare(_ expected: Any, _ seen: Any, at path: String) {
    if Self.areEqual(expected, seen) { return }
    let left = Mirror(reflecting: expected)
    let right = Mirror(reflecting: seen)
    guard left.subjectType == right.subjectType else { return add(expected, seen, at: path) }
    switch left.displayStyle {
    case .struct, .tuple: compareFields(left, right, of: expected, seen, at: path)
    case .enum, .optional: compareCases(left, right, of: expected, seen, at: path)
    case .collection: compareElements(left.children.map(\.value), right.children.map(\.value), at: path)
    case .dictionary: compareEntries(left, right, at: path)
    case .set: compareMembers(left, right, at: path)
    default: add(expected, seen, at: path)
    }
  }

  private mutating func add(_ expected: Any?, _ seen: Any?, at path: String) {
    differences.append(
      FieldDifference(path: path, expected: expected.map(Self.describe), seen: seen.map(Self.describe)))
  }

  private mutating func compareFields(
    _ left: Mirror, _ right: Mirror, of expected: Any, _ seen: Any, at path: String
  ) {
    let countBefore = differences.count
    for (index, pair) in zip(left.children, right.children).enumerated() {
      let label = pair.0.label.map { $0.hasPrefix(".") ? String($0.dropFirst()) : $0 } ?? "\(index)"
      compare(pair.0.value, pair.1.value, at: path.isEmpty ? label : "\(path).\(label)")
    }
    // The fields that a mirror shows may be equal while the values are not.
    if differences.count == countBefore, left.children.count == right.children.count { add(expected, seen, at: path) }
  }

  private mutating func compareCases(
    _ left: Mirror, _ right: Mirror, of expected: Any, _ seen: Any, at path: String
  ) {
    guard let leftCase = left.children.first, let rightCase = right.children.first, leftCase.label == rightCase.label
    else { return add(expected, seen, at: path) }
    let isOptional = left.displayStyle == .optional
    let label = leftCase.label ?? ""
    compare(leftCase.value, rightCase.value, at: isOptional ? path : path.isEmpty ? label : "\(path).\(label)")
  }

  /// Elements at the beginning and the end that are equal are skipped, so an insertion shows as one element.
  private mutating func compareElements(_ left: [Any], _ right: [Any], at path: String) {
    let shorter = min(left.count, right.count)
    var start = 0
    while start < shorter, Self.areEqual(left[start], right[start]) { start += 1 }
    var tail = 0
    if left.count != right.count {
      while tail < shorter - start, Self.areEqual(left[left.count - 1 - tail], right[right.count - 1 - tail]) {
        tail += 1
      }
    }
    let ends = (left.count - tail, right.count - tail)
    for index in start..<max(ends.0, ends.1) {
      let place = "\(path)[\(index)]"
      if index < ends.0, index < ends.1 {
        compare(left[index], right[index], at: place)
      } else if index < ends.0 {
        add(left[index], nil, at: place)
      } else {
        add(nil, right[index], at: place)
      }
    }
  }

  private mutating func compareEntries(_ left: Mirror, _ right: Mirror, at path: String) {
    func entries(of mirror: Mirror) -> [(key: String, value: Any)] {
      mirror.children.compactMap { child in
        let parts = Array(Mirror(reflecting: child.value).children)
        return parts.count == 2 ? (Self.describe(parts[0].value), parts[1].value) : nil
      }
      .sorted { $0.key < $1.key }
    }
    let (expected, seen) = (entries(of: left), entries(of: right))
    for entry in expected {
      let place = "\(path)[\(entry.key)]"
      if let other = seen.first(where: { $0.key == entry.key }) {
        compare(entry.value, other.value, at: place)
      } else {
        add(entry.value, nil, at: place)
      }
    }
    for entry in seen where !expected.contains(where: { $0.key == entry.key }) {
      add(nil, entry.value, at: "\(path)[\(entry.key)]")
    }
  }

  private mutating func compareMembers(_ left: Mirror, _ right: Mirror, at path: String) {
    let expected = left.children.map(\.value)
    let seen = right.children.map(\.value)
    for member in expected where !seen.contains(where: { Self.areEqual(member, $0) }) { add(member, nil, at: path) }
    for member in seen where !expected.contains(where: { Self.areEqual(member, $0) }) { add(nil, member, at: path) }
  }

  private static func areEqual(_ left: Any, _ right: Any) -> Bool {
    func isEqual<Value: Equatable>(_ left: Value, to right: Any) -> Bool {
      (right as? Value).map { $0 == left } ?? false
    }
    if let left = left as? any Equatable { return isEqual(left, to: right) }
    return describe(left) == describe(right)
  }

  /// A value as source code shows it: text in quotation marks.
  private static func describe(_ value: Any) -> String {
    var text = ""
    if value is String || value is Character || value is Substring {
      debugPrint(value, terminator: "", to: &text)
    } else {
      print(value, terminator: "", to: &text)
    }
    return text
  }
}
