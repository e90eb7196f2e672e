/// The aliases of a file that are members of others.
///
/// An alias may be a member before its own line and after it, and have members itself.
struct AliasLists {
  /// The people and the members of an alias.
  struct Alias {
    /// The positions of the people among those that were read and not forgotten.
    var people: Range<Int>
    /// The other aliases, as they are written.
    var members: [String]
    var line: Int
  }

  /// A member that is not an alias of the file.
  struct Missing {
    var member: String
    var list: String
    var line: Int
    /// Whether the list is empty without it.
    var isWhole = false
  }

  /// The aliases that were read, by their names in lower case, with the positions of people counted from the first of
  /// all.
  private var lists: [String: Alias] = [:]
  /// The tags for aliases that were not read yet, by their names in lower case.
  private var waiting: [String: [String]] = [:]
  /// The members that were not read when their list was.
  private var missing: [Missing] = []
  private var forgotten = 0
  /// The most members of members, and people of those, that are followed: no usual file exceeds it.
  static let limit = 1_000_000
  private var steps = Self.limit
  /// Whether there were more, so that tags are missing.
  private(set) var isCut = false

  /// Adds an alias.
  ///
  /// - Parameter tags: The tags that its people have.
  /// - Returns: The tags that people get, each with a position.
  mutating func add(_ list: Alias, named name: String, tags: [String]) -> [(tag: String, position: Int)] {
    let key = name.lowercased()
    var stored = list
    stored.people = list.people.lowerBound + forgotten..<list.people.upperBound + forgotten
    // A name that is used again has the people of both.
    if let earlier = lists[key]?.people, earlier.upperBound >= stored.people.lowerBound {
      lists[key]?.people = earlier.lowerBound..<stored.people.upperBound
      lists[key]?.members += list.members
    } else {
      lists[key] = stored
    }
    for member in list.members where lists[member.lowercased()] == nil {
      missing.append(Missing(member: member, list: name, line: list.line))
    }
    var added = (waiting.removeValue(forKey: key) ?? []).flatMap { tagging(key, $0) }
    for member in list.members { for tag in tags { added += tagging(member.lowercased(), tag) } }
    return added
  }

  /// The people of an alias and of its members, each with the tag.
  private mutating func tagging(_ key: String, _ tag: String) -> [(tag: String, position: Int)] {
    var found: [(tag: String, position: Int)] = []
    var seen: Set<String> = []
    var rest = [key]
    while let key = rest.popLast() {
      guard seen.insert(key).inserted else { continue }
      guard steps > 0 else {
        isCut = true
        break
      }
      guard let list = lists[key] else {
        waiting[key, default: []].append(tag)
        continue
      }
      found += list.people.filter { $0 >= forgotten }.map { (tag, $0 - forgotten) }
      rest += list.members.map { $0.lowercased() }
      steps -= list.members.count + list.people.count
    }
    return found
  }

  /// Forgets the first people, who get no more tags.
  mutating func forget(_ count: Int) {
    if count == 0 { return }
    forgotten += count
    missing.removeAll { lists[$0.member.lowercased()] != nil }
    lists = lists.filter { $0.value.people.upperBound > forgotten }
  }

  /// Whether a list has no people, and only members that are missing.
  private func isEmpty(_ list: Alias?) -> Bool {
    guard let list else { return false }
    return list.people.isEmpty && list.members.allSatisfy { lists[$0.lowercased()] == nil }
  }

  /// The members that are not aliases of the file, in the order of their lines; of a list without people, one.
  mutating func takeMissing() -> [Missing] {
    defer { missing = [] }
    var found: [Missing] = []
    var checked: [String: Bool] = [:]
    for member in missing where lists[member.member.lowercased()] == nil {
      guard found.last?.line != member.line || found.last?.isWhole == false else { continue }
      var member = member
      let key = member.list.lowercased()
      member.isWhole = checked[key] ?? isEmpty(lists[key])
      checked[key] = member.isWhole
      found.append(member)
    }
    return found
  }
}
