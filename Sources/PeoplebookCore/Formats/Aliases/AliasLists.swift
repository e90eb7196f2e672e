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
  /// The number of members of members that may still be followed, which no usual file exceeds.
  private var steps = 1_000_000

  /// Adds an alias.
  ///
  /// - Parameter tags: The tags that its people have.
  /// - Returns: The tags that people get, each with a position.
  mutating func add(_ list: Alias, named name: String, tags: [String]) -> [(tag: String, position: Int)] {
    let key = name.lowercased()
    var stored = list
    stored.people = list.people.lowerBound + forgotten..<list.people.upperBound + forgotten
    // A name that is used again has the people of both.
    if let earlier = lists[key], earlier.people.upperBound >= stored.people.lowerBound {
      stored.people = earlier.people.lowerBound..<stored.people.upperBound
      stored.members = earlier.members + stored.members
    }
    lists[key] = stored
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
      guard steps > 0, seen.insert(key).inserted else { continue }
      guard let list = lists[key] else {
        if waiting[key]?.contains(tag) != true { waiting[key, default: []].append(tag) }
        continue
      }
      found += list.people.filter { $0 >= forgotten }.map { (tag, $0 - forgotten) }
      rest += list.members.map { $0.lowercased() }
      steps -= list.members.count
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

  /// The members that are not aliases of the file, in the order of their lines; of a list without people, one.
  mutating func takeMissing() -> [Missing] {
    defer { missing = [] }
    var found: [Missing] = []
    for member in missing where lists[member.member.lowercased()] == nil {
      guard found.last?.line != member.line || found.last?.isWhole == false else { continue }
      var member = member
      let list = lists[member.list.lowercased()]
      member.isWhole =
        list.map { $0.people.isEmpty && $0.members.allSatisfy { lists[$0.lowercased()] == nil } } ?? false
      found.append(member)
    }
    return found
  }
}
