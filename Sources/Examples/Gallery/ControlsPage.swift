import TUIKit

/// The controls of a form: normal, focused, invalid and disabled.
final class ControlsPage: GalleryPage, PickerDataSource, PickerDelegate {
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]

  private let form = FormView()
  private let progress = ProgressBar(progress: 0.4)
  private let spinner = Spinner()
  private let date = Picker()

  init() { super.init("Controls") }

  override func loadView() -> View {
    form.minimumLabelWidth = 16
    form.addSpace()
    addFields()
    form.addSpace()
    addChoices()
    form.addSpace()
    addProgress()
    return form
  }

  private func addFields() {
    form.addRow("Name", TextField("Ada Lovelace"))
    form.addRow("E-mail", TextField(placeholder: "ada@example.org"))
    let password = TextField("difference engine")
    password.isSecure = true
    form.addRow("Password", password).note = "cannot be copied"
    form.addRow("Age", TextField("many")).message = "A number is needed"
    let closed = TextField("read-only")
    closed.isEnabled = false
    form.addRow("Disabled", closed)
    form.addRow("Note", TextView("First programmer.\nWrote note G, on the numbers of Bernoulli."))
  }

  private func addChoices() {
    let check = Checkbox("remember me", isOn: true)
    check.addAction(for: .valueChanged) { [weak self] in self?.say(check.isOn ? "Remembered" : "Forgotten") }
    form.addRow("Checkbox", check)
    let segments = SegmentedControl(["Day", "Week", "Month", "Year"], selectedSegmentIndex: 1)
    segments.addAction(for: .valueChanged) { [weak self] in
      self?.say("\(segments.segments[segments.selectedSegmentIndex ?? 0])")
    }
    form.addRow("Segments", segments)
    date.dataSource = self
    date.delegate = self
    date.preferredHeight = 1
    date.selectRow(9, inComponent: 0)
    date.selectRow(11, inComponent: 1)
    form.addRow("Picker", date)
    let wheel = Picker()
    wheel.dataSource = self
    wheel.delegate = self
    wheel.preferredHeight = 3
    wheel.selectRow(11, inComponent: 1)
    form.addRow("Wheels", wheel)
  }

  private func addProgress() {
    form.addRow("Progress", progress)
    let more = Button("a bit more") { [weak self] in
      guard let self else { return }
      progress.progress = progress.progress >= 1 ? 0 : progress.progress + 0.07
    }
    form.addRow("", more)
    let turn = Checkbox("turning")
    turn.addAction(for: .valueChanged) { [weak self] in self?.spinner.isAnimating = turn.isOn }
    form.addRow("Spinner", turn)
    form.addRow("", spinner)
    form.addRow("Buttons", Button("save") { [weak self] in self?.say("Saved") })
    form.addRow("", Button("discard", role: .danger) { [weak self] in self?.say("Discarded") })
    let closed = Button("not now")
    closed.isEnabled = false
    form.addRow("", closed)
  }

  // MARK: Picker

  func numberOfComponents(in picker: Picker) -> Int { 3 }

  func picker(_ picker: Picker, numberOfRowsInComponent component: Int) -> Int { [31, 12, 200][component] }

  func picker(_ picker: Picker, titleForRow row: Int, forComponent component: Int) -> StyledText {
    StyledText([{ "\($0 + 1)" }, { Self.months[$0] }, { "\(1815 + $0)" }][component](row))
  }
}
