import PeoplebookCore
import Persistence
import Time

/// The demonstration on the screen: named writers change the people that the user sees.
///
/// A caption says what happens. It pauses while the user acts.
@MainActor
final class DemoStory {
  private enum Step: CaseIterable {
    case phone, arrival, tag, rename, email, departure, arrivals, title
  }

  private struct Writer {
    let author: String
    let name: String

    static let ben = Writer(author: "ben@laptop", name: "Ben, on a laptop,")
    static let mira = Writer(author: "mira@phone", name: "Mira, on her phone,")
    static let cron = Writer(author: "cron@harbour", name: "A script")
    static let all = [ben, mira, cron]
  }

  private let life: DemoLife
  private let stage: DemoStage
  private let scheduler: any Scheduler
  private var done = 0
  private var activity: String?

  /// The number of changes of a demonstration.
  static let length = 32
  /// The time without changes after the user has done something.
  private static let pause = Duration.seconds(2)

  init(_ life: DemoLife, on stage: DemoStage, scheduler: any Scheduler) {
    self.life = life
    self.stage = stage
    self.scheduler = scheduler
  }

  /// Makes a change after each interval, until the end of the story.
  func play(every interval: Duration) {
    activity = stage.activity()
    next(after: interval, interval)
  }

  private func next(after pause: Duration, _ interval: Duration) {
    scheduler.schedule(after: pause) { [self] in
      let present = stage.activity()
      guard let present, present == activity else {
        activity = present
        return next(after: max(interval, Self.pause), interval)
      }
      guard done < Self.length else {
        stage.show("Start your own book: a")
        return stage.end()
      }
      Task {
        // The book may be locked or deleted, which the screen reports.
        if let caption = try? await change() { stage.show(caption) }
        done += 1
        // The change may have moved the selected row.
        activity = stage.activity()
        next(after: interval, interval)
      }
    }
  }

  /// Makes the next change.
  ///
  /// - Returns: The caption; `nil` when no person is visible.
  private func change() async throws -> String? {
    let steps = Step.allCases
    let writer = Writer.all[done % Writer.all.count]
    let visible = stage.visible()
    guard !visible.isEmpty else { return nil }
    let id = visible[life.invented.number(in: 0..<visible.count)]
    guard let person = try life.store.get(Person.self, id: id) else { return nil }
    var (draft, name) = (person, person.displayName)
    var other = life.invented.next()
    switch steps[done % steps.count] {
    case .phone:
      while other.phones.isEmpty { other = life.invented.next() }
      draft.phones = other.phones
      return try await save(draft, person, writer, "changes \(name)’s number.   Try / to search")
    case .email:
      while other.emails.isEmpty { other = life.invented.next() }
      draft.emails = [LabeledValue(label: "new", value: Self.address(of: person))]
      return try await save(draft, person, writer, "changes \(name)’s e-mail.   Try e to edit")
    case .tag:
      draft.tags = draft.tags.contains("team") ? draft.tags.filter { $0 != "team" } : draft.tags + ["team"]
      return try await save(draft, person, writer, "tags \(name).   Try t to see a tag")
    case .title:
      draft.tags = ["met today"] + draft.tags.filter { $0 != "met today" }
      return try await save(draft, person, writer, "notes that you met \(name).   Try Enter for the card")
    case .rename:
      // A neighbour's name, so that the row is still visible behind its move.
      let neighbours = try visible.filter { $0 != id }.compactMap { try life.store.get(Person.self, id: $0) }
      draft.firstName = (neighbours.last { Self.hasPlainName($0) } ?? other).firstName
      draft.emails = [LabeledValue(value: Self.address(of: draft))]
      return try await save(draft, person, writer, "renames \(name).   Try s to sort")
    case .departure:
      try await life.store.write(author: writer.author) { try $0.delete(person) }
      return "\(writer.name) deletes \(name).   Try d, and u to undo"
    case .arrival, .arrivals:
      let count = steps[done % steps.count] == .arrival ? 1 : 5
      let people = (0..<count).map { _ in newcomer(beside: person) }
      try await life.store.write(author: writer.author) { for person in people { try $0.insert(person) } }
      return count == 1
        ? "\(writer.name) adds \(people[0].displayName).   Try a to add a person"
        : "\(writer.name) imports \(count) people.   Try i to import yours"
    }
  }

  private func save(_ draft: Person, _ person: Person, _ writer: Writer, _ words: String) async throws -> String {
    try await life.store.write(author: writer.author) { _ = try $0.update(draft, editedFrom: person) }
    return "\(writer.name) \(words)"
  }

  /// A person who is listed near another one.
  private func newcomer(beside person: Person) -> Person {
    // Of names in other letters an address would have nothing.
    var new = life.invented.next()
    while !Self.hasPlainName(new) { new = life.invented.next() }
    new.firstName = person.firstName.isEmpty ? new.firstName : person.firstName
    new.emails = [LabeledValue(value: Self.address(of: new))]
    return new
  }

  /// Whether the words of the first and of the last name can be in an address.
  private static func hasPlainName(_ person: Person) -> Bool {
    [person.firstName, person.lastName].allSatisfy { name in
      let words = SearchWords(name).words
      return !words.isEmpty && words.allSatisfy { $0.allSatisfy(\.isASCII) }
    }
  }

  /// An address that matches the name.
  private static func address(of person: Person) -> String {
    let words = SearchWords(person.name).words.map { $0.filter { $0.isASCII } }.filter { !$0.isEmpty }
    return "\((words.isEmpty ? ["hello"] : words).joined(separator: "."))@example.org"
  }
}
