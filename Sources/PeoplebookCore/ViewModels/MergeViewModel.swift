import Persistence
import Reactive

/// The merge of two people into the first of them, field by field, with the result as it will be.
@MainActor
public final class MergeViewModel {
  /// Which value of a field the merged person has.
  public enum Choice: Hashable, Sendable {
    /// The value of one of the two.
    case first, second
    /// The values of both.
    case both
  }

  /// A field in which at least one of the two has a value.
  public struct Row: Hashable, Identifiable, Sendable {
    /// The key of the field.
    public let id: String
    /// The label of the field.
    public let label: String
    /// The values of the two people, each on one line.
    public let first, second: String
    /// The choices that lead to different values; a single one where there is nothing to choose.
    public let choices: [Choice]
    /// The present choice.
    public let choice: Choice
    /// The values of the merged person, on one line.
    public let result: String
  }

  /// The fields with a value.
  public let rows = MutableObservableArray<Row>()
  /// The two people.
  public private(set) var first, second: Person

  private let areMarked: Bool
  private let people: PeopleViewModel
  private var fields: [PersonField] = []
  private var choices: [PersonField: Choice] = [:]
  private var reading: FollowedReading?
  /// Whether the values have changed and the user may not have seen the present ones.
  private var hasUnseenValues = false
  /// Whether one of the two is no longer in the book.
  private var isIncomplete = false
  /// Whether the two are being merged, or have been.
  private var isMerging = false

  private static let refusal = "One of them has changed: nothing was merged. Look at the values again"

  /// - Parameter areMarked: Whether the two are the marked people, whose marks the merge removes.
  init(_ first: Person, _ second: Person, areMarked: Bool = false, people: PeopleViewModel) {
    (self.first, self.second, self.areMarked, self.people) = (first, second, areMarked, people)
    showRows()
  }

  isolated deinit {}

  /// The merged person.
  ///
  /// - Complexity: O(*n*), where *n* is the number of values of both people.
  public var result: Person {
    var result = first.merged(with: second)
    for field in fields {
      switch choices[field] {
      case .first: field.kind.copy(from: first, to: &result)
      case .second: field.kind.copy(from: second, to: &result)
      case .both, nil: break
      }
    }
    // The full name belongs to the first and the last name.
    for person in [second, first]
    where !person.fullName.isEmpty && (result.firstName, result.lastName) == (person.firstName, person.lastName) {
      result.fullName = person.fullName
    }
    return result
  }

  /// The name of the merged person.
  public var name: String { result.displayName }

  private func showRows() {
    fields = FieldCatalogue.current.fields.filter { field in
      field.formPlace != nil && !(field.kind.values(of: first) + field.kind.values(of: second)).isEmpty
    }
    let (merged, result) = (first.merged(with: second), result)
    rows.items = ChunkedArray(
      fields.map { field in
        func text(_ person: Person) -> String {
          field.kind.values(of: person).map(\.value).joined(separator: ", ").onOneLine
        }
        func values(_ person: Person) -> [LabeledValue] { field.kind.values(of: person) }
        let (one, other, both) = (values(first), values(second), values(merged))
        var available: [Choice] = one == other ? [.first] : [.first, .second]
        if both != one, both != other { available.append(.both) }
        let implied: Choice = both == one ? .first : both == other ? .second : .both
        let chosen = choices[field].flatMap { available.contains($0) ? $0 : nil }
        return Row(
          id: field.id, label: field.label, first: text(first), second: text(second), choices: available,
          choice: chosen ?? implied, result: text(result))
      })
  }

  /// Chooses the value of a field; a choice that the field does not have is ignored.
  ///
  /// - Complexity: O(*n*), where *n* is the number of values of both people.
  public func choose(_ choice: Choice, in row: Row) {
    guard row.choices.contains(choice), let field = fields.first(where: { $0.id == row.id }) else { return }
    choices[field] = choice
    showRows()
  }

  /// Merges the two as shown, in one change.
  ///
  /// Nothing is changed when another program has changed or deleted one of them since: the rows then show the two as
  /// they are now, with the choices that still exist. Nor is anything changed by the first call after ``follow()`` has
  /// shown a change, which the user may not have seen.
  ///
  /// - Parameter completion: Receives whether there is nothing left to merge.
  public func merge(completion: @escaping @MainActor (Bool) -> Void = { _ in }) {
    guard !hasUnseenValues else {
      hasUnseenValues = false
      people.notify(.success(.problem(Self.refusal)))
      return completion(false)
    }
    isMerging = true
    let (first, second, result) = (first, second, result)
    let title = "Merged \(second.displayName.shortened) into \(first.displayName.shortened)"
    let action = "Merging \(second.displayName.shortened) into \(first.displayName.shortened)"
    people.actions.enqueue(action, canCancel: true) { [weak people] control in
      let isMerged = try await people?.store.write(monitor: control.monitor) {
        guard try $0.get(Person.self, row: first.row) == first, try $0.get(Person.self, row: second.row) == second
        else { return false }
        try $0.merge([first, second], into: result)
        return true
      }
      if isMerged == true { await people?.nameLastChange(title) }
      return isMerged == true
    } completion: { [weak self, weak people, areMarked] result in
      switch result {
      case .success(true):
        if areMarked { people?.unmark.send(()) }
        people?.notify(.success(.done(title, keys: "u undoes")))
        completion(true)
      case .success(false):
        self?.hasUnseenValues = false
        self?.isMerging = false
        do {
          let isPossible = try self?.readAgain() ?? false
          let reason = isPossible ? Self.refusal : "One of them is no longer in the book: nothing was merged"
          people?.notify(.success(.problem(reason)))
          completion(!isPossible)
        } catch {
          people?.notify(.failure(error))
          completion(false)
        }
      case .failure(let error):
        self?.isMerging = false
        people?.notify(.failure(error))
        completion(error is DistinctPeopleError)
      }
    }
  }

  /// Shows every later change of the two, with the choices that still exist, and notifies the user of it, and of the
  /// deletion of one of them.
  ///
  /// - Complexity: O(1); each commit to the book costs O(*n*), where *n* is the number of values of both people.
  public func follow() {
    reading = FollowedReading(people) { [weak self] in try self?.showChanges() }
  }

  private func showChanges() throws(StoreError) {
    let former = [first, second]
    guard try readAgain() else {
      if !isIncomplete, !isMerging { people.notify(.success(.problem("One of them is no longer in the book"))) }
      isIncomplete = true
      return
    }
    isIncomplete = false
    guard former != [first, second] else { return }
    hasUnseenValues = true
    people.notify(.success(.hint("One of them has changed: look at the values again")))
  }

  /// Shows the two as they are now; `false` when one of them is no longer in the book.
  private func readAgain() throws(StoreError) -> Bool {
    guard let first = try people.store.get(Person.self, id: first.id),
      let second = try people.store.get(Person.self, id: second.id)
    else { return false }
    (self.first, self.second) = (first, second)
    showRows()
    return true
  }
}
