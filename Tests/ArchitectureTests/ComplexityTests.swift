import Testing

/// A public member that visits the elements of a collection documents its cost.
///
/// The rule reads text, not types. It knows loops, the functions that only sequences have, `map` of a name in the
/// plural, and the functions of the same file that have any of them or document a cost. It therefore misses a cost that
/// a function of another file has, and does not apply to publishers, because their operators have the names of a
/// sequence's functions.
@Suite struct `Costs of public members` {
  /// Members with a loop that are O(1), by file and name.
  private static let exceptions = [
    "Actors/Observing/ActorObservable+Events.swift onActorError": "compactMap of a publisher",
    "PeoplebookCore/Demo/InventedPeople.swift next": "names of limited lengths",
    "PeoplebookCore/Export/PeopleFile.swift checkReplacement": "one suffix for each file of a book",
    "PeoplebookCore/Export/PeopleFile.swift writesOver": "one suffix for each file of a book",
    "PeoplebookCore/Formats/PersonFormat+All.swift loss": "two counts",
    "PeoplebookCore/Import/ImportInteractor.swift interact": "the loop belongs to the asynchronous work",
    "PeoplebookCore/ViewModels/PeopleViewModel.swift init": "filter of a publisher",
    "Persistence/Results/Results.swift sorted": "another order of the query",
    "TUIKit/Drawing/Bitmap.swift shade": "two pixels",
    "TUIKit/Navigation/NavigationController.swift init": "one controller",
    "TUIKit/Themes/Theme.swift isColored": "one entry for each role",
    "TUIKit/Views/Window.swift init": "one rectangle",
    "TUITesting/Pilot/ApplicationPilot.swift settle": "moves the clock as far as it takes",
    "TUITesting/Pilot/RandomUse.swift next": "few keys are refused",
    "TUITesting/Program/ProgramPilot.swift init": "waits for the program to start",
    "TUITesting/Screen/Rendition.swift description": "one word for each attribute",
    "TUITesting/Screen/SurfaceContents.swift init": "one pair for each attribute",
  ]

  @Test func `are documented where a loop is in sight`() throws {
    var members = 0
    var silent: [String] = []
    for path in try Repository.swiftFiles(under: "Sources") {
      let all = try Repository.members(of: path)
      let costly = DocumentedMember.names(ofCostly: all)
      for member in all
      where member.isPublic && (member.hasLoop || member.calls(costly)) && !member.isExempt(in: path) {
        members += 1
        if !member.documents("Complexity") { silent.append("\(path.dropFirst("Sources/".count)) \(member.name)") }
      }
    }
    #expect(members > 250)
    #expect(silent.filter { Self.exceptions[$0] == nil } == [])
    #expect(Set(Self.exceptions.keys).subtracting(silent) == [], "Not needed any more")
  }

  @Test func `are found in loops, but not in publishers and constants`() {
    let members = DocumentedMember.all(
      in: """
        /// 1
        public func visit() { for one in all { one.visit() } }
        /// 2
        public func wait() { while true { pause() } }
        /// 3
        public var present: [One] { ones.filter(\\.isPresent) }
        /// 4
        public var names: [String] { ones.map { $0.name } }
        /// 5
        public var first: One? { ones.first { $0.isPresent } }
        /// 6
        public var name: String? { one.map { $0.name } }
        /// 7
        public var address: String? { address.map { $0.name } }
        /// 8
        public var isKnown: Bool { ["a", "b"].contains { $0 == name } }
        /// 9
        public init() { for role in Role.allCases { add(role) } }
        /// 10
        public subscript(index: Int) -> One { ones[index] }
        /// 11
        public var ones: [One] = [] {
          didSet { for one in ones { one.add() } }
        }
        /// 12
        public var measure: (One) -> Int = { one in
          ones.filter(\\.isPresent).count
        }
        /// 13
        public var kind: Kind {
          switch ones.count {
          case 1 where isKnown: .one
          // for one in ones { }
          default: .for("for a in b { }")
          }
        }
        """)
    #expect(members.map(\.comment) == (1...13).map { ["\($0)"] })
    #expect(members.filter(\.hasLoop).flatMap(\.comment) == ["1", "2", "3", "4", "5", "11"])
  }

  @Test func `are those of the functions that a member calls`() {
    let members = DocumentedMember.all(
      in: """
        /// 1
        public func visit() { visitAll(); self.rest() }
        private func visitAll() { for one in all { one.visit() } }
        private func rest() {}
        /// 2
        public func visit(_ one: One) { other.visitAll() }
        /// 3
        public func find(_ one: One) { Self.search(one) }
        /// Searches.
        /// - Complexity: O(log *n*).
        private static func search(_ one: One) { table.search(one) }
        /// 4
        public func rests() { rest() }
        /// 5
        public func keep() { keepOne() }
        /// - Complexity: O(1).
        private func keepOne() { while true {} }
        /// 6
        public func later() { defer { visitAll } }
        """)
    let costly = DocumentedMember.names(ofCostly: members)
    #expect(members.filter { $0.isPublic && $0.calls(costly) }.flatMap(\.comment) == ["1", "3"])
  }

  @Test func `are those of a call, not of waits and of later values`() {
    let members = DocumentedMember.all(
      in: """
        /// 1
        public func values() -> AnyPublisher<Int, Never> { for value in values { value.send() } }
        /// 2
        public func next() async -> Int { while values.isEmpty { await pause() } }
        /// 3
        public func waitForAll() { while values.isEmpty { pause() } }
        /// 4
        public func count() -> Int { values.reduce(0) { $0 + $1 } }
        """)
    #expect(members.map { $0.isExempt(in: "Sources/Time/Values.swift") } == [true, true, true, false])
    #expect(members[3].isExempt(in: "Sources/Reactive/Operators/Values.swift"))
  }
}

extension DocumentedMember {
  /// Whether the cost of a call does not say what the member costs.
  ///
  /// An operator and a function that returns a publisher work when a value arrives. A function that is `async`, or that
  /// waits, takes the time of what it waits for.
  fileprivate func isExempt(in path: String) -> Bool {
    path.hasPrefix("Sources/Reactive/Operators/") || declaration.contains("Publisher")
      || isAsync || name.hasPrefix("wait")
      // The requirement that it meets is documented.
      || comment.isEmpty && !isRequirement
  }

  private var isAsync: Bool { Self.asynchronous.occurs(in: declaration) }

  /// The functions with a cost other than O(1), by their documentation or else by their text.
  ///
  /// A name that several functions have, of which some are O(1), is left out.
  fileprivate static func names(ofCostly members: [DocumentedMember]) -> Set<String> {
    let function = Pattern(#"\bfunc\b"#)
    let functions = Dictionary(grouping: members.filter { function.occurs(in: $0.declaration) }, by: \.name)
    return Set(functions.filter { $0.value.allSatisfy(\.isCostly) }.keys)
  }

  private var isCostly: Bool {
    if isAsync { return false }
    guard let cost = comment.first(where: { $0.hasPrefix("- Complexity:") }) else { return hasLoop }
    return !cost.contains("O(1)")
  }

  /// Whether the body calls one of the functions on the same object or type.
  fileprivate func calls(_ functions: Set<String>) -> Bool {
    !functions.isEmpty
      && Self.call.matches(in: body).contains { functions.contains(String($0[1])) && $0[1] != name }
  }

  private static let asynchronous = Pattern(#"\basync\b"#)
  private static let call = Pattern(#"(?:\b[Ss]elf\.|[^\w.]|^)(\w+)\("#)
  private static let switchHead = Pattern(#"switch [^\n{]*"#)
  private static let conditionalLoop = Pattern(#"[\n{;] *(\w+: )?(while\b|repeat \{)"#)
  private static let forLoop = Pattern(#"[\n{;] *(?:\w+: )?for ((?!repeat )[^\n{]*\bin\b[^\n{]*)"#)
  private static let constants = Pattern(#"\bin \[|\.(allCases|all)\b(?!\.)"#)
  private static let memberCall = Pattern(#"(\w*|[^\w\s])(?:\(\))?\s*\.(\w+) ?([{(](?:where|while|by)?)"#)

  /// Whether the body visits the elements of a collection that is not a constant, as far as its text shows.
  fileprivate var hasLoop: Bool {
    guard !body.isEmpty else { return false }
    let text = Self.switchHead.replaced(in: body, by: "switch ")
    return Self.conditionalLoop.occurs(in: text)
      || Self.forLoop.matches(in: text).contains { !Self.constants.occurs(in: $0[1]) }
      || Self.memberCall.matches(in: text).contains { Self.isLoop(of: $0[1], $0[2], $0[3]) }
  }

  private static func isLoop(of receiver: Substring, _ function: Substring, _ argument: Substring) -> Bool {
    if ["]", "all", "allCases"].contains(receiver) { return false }
    switch function {
    case "compactMap", "filter", "reduce", "forEach", "sorted", "sort", "allSatisfy", "joined", "firstIndex",
      "lastIndex", "enumerated", "elementsEqual", "split":
      return true
    case "removeAll", "first", "last", "contains", "count", "max", "min":
      return argument != "("
    case "map", "flatMap":
      return receiver.hasSuffix("s") && !receiver.hasSuffix("ss")
    default:
      return false
    }
  }
}
