/// Where a row's columns stand at a width: names always, then as many of e-mail, phone and tags as there is room for.
struct PersonColumns: Equatable {
  let name: Range<Int>
  let email: Range<Int>?
  let phone: Range<Int>?
  let tags: Range<Int>?

  /// The columns before the name: selection mark, freshness, marks.
  static let margin = 3
  private static let gap = 2
  private static let phoneWidth = 18

  init(width: Int) {
    let room = max(0, width - Self.margin - 1)
    let count = width >= 90 ? 4 : width >= 66 ? 3 : width >= 46 ? 2 : 1

    var widths: [Int]
    switch count {
    case 1: widths = [room]
    case 2: widths = Self.shares(of: room - Self.gap, [5, 6])
    case 3: widths = Self.shares(of: room - Self.phoneWidth - 2 * Self.gap, [5, 6]) + [Self.phoneWidth]
    default:
      let shares = Self.shares(of: room - Self.phoneWidth - 3 * Self.gap, [10, 12, 6])
      widths = [shares[0], shares[1], Self.phoneWidth, shares[2]]
    }

    var start = Self.margin
    let ranges = widths.map { width in
      defer { start += max(0, width) + Self.gap }
      return start..<start + max(0, width)
    }
    name = ranges[0]
    email = count > 1 ? ranges[1] : nil
    phone = count > 2 ? ranges[2] : nil
    tags = count > 3 ? ranges[3] : nil
  }

  /// Divides `room` by weight; the last share takes what rounding leaves.
  private static func shares(of room: Int, _ weights: [Int]) -> [Int] {
    let total = weights.reduce(0, +)
    var shares = weights.map { max(0, room) * $0 / total }
    shares[shares.count - 1] += max(0, room) - shares.reduce(0, +)
    return shares
  }
}
