import Reactive

/// Several values of a kind (e-mail addresses, phones), each with a label, and always one empty line to add another.
@MainActor
public final class ValueListField {
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
  public let lines: CurrentValue<[Line], Never>
  /// The values as they would be saved: trimmed, without the empty ones.
  let values: CurrentValue<[LabeledValue], Never>
  let isChanged: AnyPublisher<Bool, Never>

  init(_ original: [LabeledValue]) {
    let values = CurrentValue<[LabeledValue], Never>(original)
    self.values = values
    isChanged = values.map { $0 != original }.removeDuplicates().eraseToAnyPublisher()
    lines = CurrentValue([])
    let first = original.map { makeLine($0) }
    lines.value = first + [makeLine(LabeledValue(value: ""))]
  }

  isolated deinit {}

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
