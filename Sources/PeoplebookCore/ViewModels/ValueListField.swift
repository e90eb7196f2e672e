import Reactive

/// Several values of a kind (e-mail addresses, phones), each with a label, and always one empty line to add another.
@MainActor
public final class ValueListField: ContestedField {
  @MainActor
  public final class Line {
    public let text: CurrentValue<String, Never>
    public let label: CurrentValue<String, Never>
    fileprivate var subscription: AnyCancellable?

    fileprivate init(_ value: LabeledValue) {
      text = CurrentValue(value.value)
      label = CurrentValue(value.label)
    }

    isolated deinit {}

    /// Changes the label to the next usual one; one of the person's own is the first to go.
    public func nextLabel() {
      let usual = ValueListField.usualLabels
      let index = usual.firstIndex(of: label.value).map { ($0 + 1) % usual.count } ?? 0
      label.value = usual[index]
    }
  }

  static let usualLabels = ["", "home", "work", "mobile", "other"]

  /// The lines to show: one for each value, and an empty one.
  public let lines = CurrentValue<[Line], Never>([])
  /// What somebody else has made of the values, in words, until one of the two is chosen.
  public let theirs: AnyPublisher<String?, Never>
  public let isChanged: AnyPublisher<Bool, Never>
  public let isContested: AnyPublisher<Bool, Never>

  /// The values as they would be saved: trimmed, without the empty ones.
  let values: CurrentValue<[LabeledValue], Never>
  private let contested: Contested<[LabeledValue]>

  init(_ original: [LabeledValue]) {
    let values = CurrentValue<[LabeledValue], Never>(original)
    let contested = Contested(original)
    self.values = values
    self.contested = contested
    isChanged = values.combineLatest(contested.original).map { $0 != $1 }.removeDuplicates().eraseToAnyPublisher()
    isContested = contested.theirs.map { $0 != nil }.removeDuplicates().eraseToAnyPublisher()
    theirs = contested.theirs.map { $0.map { $0.isEmpty ? "nothing" : $0.map(\.value).joined(separator: ", ") } }
      .eraseToAnyPublisher()
    show(original)
  }

  isolated deinit {}

  /// The book holds `present` now.
  func follow(_ present: [LabeledValue]) {
    if let shown = contested.follow(present, mine: values.value) { show(shown) }
  }

  public func keepMine() {
    contested.keepMine()
  }

  public func takeTheirs() {
    if let theirs = contested.takeTheirs() { show(theirs) }
  }

  private func show(_ shown: [LabeledValue]) {
    lines.value = shown.map { makeLine($0) } + [makeLine(LabeledValue(value: ""))]
    values.value = shown
  }

  private func makeLine(_ value: LabeledValue) -> Line {
    let line = Line(value)
    line.subscription = line.text.combineLatest(line.label).dropFirst().sink { [weak self] _ in self?.collect() }
    return line
  }

  private func collect() {
    values.value = lines.value.compactMap { line in
      let value = line.text.value.trimmed
      return value.isEmpty ? nil : LabeledValue(label: line.label.value, value: value)
    }
    if lines.value.last?.text.value.isEmpty != true {
      lines.value.append(makeLine(LabeledValue(value: "")))
    }
  }
}
