import TUIKit

/// Every control in three states: normal, invalid and disabled.
final class LooksPage: GalleryPage, PickerDataSource, PickerDelegate {
  private static let planets = ["Mercury", "Venus", "Earth", "Mars"]

  init() { super.init("Looks") }

  override func loadView() -> View {
    let stack = StackView(.vertical, spacing: 1)
    stack.insets = Insets(top: 1, left: 2, right: 2)
    stack.addArrangedSubview(row("", ["as it is", "wrong", "disabled"].map { Label($0, role: .textDim) }))
    addRow("Field", to: stack) { TextField("Ada Lovelace") }
    addRow("Empty field", to: stack) { TextField(placeholder: "a name") }
    addRow("Secure field", to: stack) {
      let field = TextField("difference engine")
      field.isSecure = true
      return field
    }
    addRow("Text", height: 2, to: stack) { TextView("First\nprogrammer") }
    addRow("Checkbox", to: stack) { Checkbox("remember me", isOn: true) }
    addRow("Segments", to: stack) { SegmentedControl(["Day", "Week"], selectedSegmentIndex: 1) }
    addRow("Picker", to: stack) { [unowned self] in picker(height: 1) }
    addRow("Wheel", height: 3, to: stack) { [unowned self] in picker(height: 3) }
    addRow("Button", to: stack) { Button("save") }
    addRow("Dangerous", to: stack) { Button("discard", role: .danger) }
    return LooksView(stack)
  }

  private func addRow(_ title: String, height: Int = 1, to stack: StackView, _ make: () -> Control) {
    let (plain, wrong, closed) = (make(), make(), make())
    wrong.isInvalid = true
    closed.isEnabled = false
    stack.addArrangedSubview(row(title, [plain, wrong, closed]), sizing: .fixed(height))
  }

  private func row(_ title: String, _ views: [View]) -> View {
    let row = StackView(.horizontal, spacing: 2)
    row.addArrangedSubview(Label(title, role: .textDim), sizing: .fixed(12))
    for view in views { row.addArrangedSubview(view, sizing: .fill) }
    return row
  }

  private func picker(height: Int) -> Picker {
    let picker = Picker()
    picker.dataSource = self
    picker.delegate = self
    picker.preferredHeight = height
    picker.selectRow(2, inComponent: 0)
    return picker
  }

  // MARK: Picker

  func numberOfComponents(in picker: Picker) -> Int { 1 }
  func picker(_ picker: Picker, numberOfRowsInComponent component: Int) -> Int { Self.planets.count }
  func picker(_ picker: Picker, titleForRow row: Int, forComponent component: Int) -> StyledText {
    StyledText(Self.planets[row])
  }
}

/// Scrolls the rows where the window is too low.
private final class LooksView: ScrollView {
  private let rows: View

  init(_ rows: View) {
    self.rows = rows
    super.init()
    contentView.addSubview(rows)
  }

  override func layoutSubviews() {
    let height = rows.sizeThatFits(Size(width: bounds.width, height: 1_000)).height
    rows.frame = Rect(x: 0, y: 0, width: bounds.width, height: height)
    contentHeight = height
    super.layoutSubviews()
  }
}
