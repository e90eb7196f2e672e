extension StackView {
  /// A field above the list that typing in it narrows, with a blank line between them.
  convenience init(field: TextField, above list: View) {
    self.init(.vertical)
    addArrangedSubview(field, sizing: .fixed(1))
    addArrangedSubview(View(), sizing: .fixed(1))
    addArrangedSubview(list, sizing: .fill)
  }
}
