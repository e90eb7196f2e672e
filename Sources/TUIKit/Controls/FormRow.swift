/// One row of a ``FormView``: its label, the field, an error message and a remark.
@MainActor
public final class FormRow {
  /// The view of the field.
  public let field: View
  let labelView: Label
  let messageView = Label("", role: .danger, numberOfLines: 0)
  let noteView = Label("", role: .textDim)
  weak var form: FormView?

  init(label: String, field: View) {
    self.field = field
    labelView = Label(label, role: .textDim, alignment: .trailing)
    messageView.isHidden = true
    noteView.isHidden = true
  }

  /// The label; it ends where all fields begin.
  public var label: String {
    get { labelView.text }
    set {
      labelView.text = newValue
      form?.setNeedsLayout()
    }
  }

  /// The error message below the field; `nil` for a valid field.
  ///
  /// The first control in the row is marked as invalid too.
  ///
  /// - Complexity: O(*n*) to set, where *n* is the number of views in the field.
  public var message: String? {
    get { messageView.isHidden ? nil : messageView.text }
    set {
      let words = newValue ?? ""
      guard words != (message ?? "") else { return }
      messageView.text = words
      messageView.isHidden = words.isEmpty
      firstControl(in: field)?.isInvalid = !words.isEmpty
      form?.setNeedsLayout()
    }
  }

  /// A remark to the right of the field, dim; left out without room for it.
  public var note: String? {
    get { noteView.text.isEmpty ? nil : noteView.text }
    set {
      guard newValue ?? "" != noteView.text else { return }
      noteView.text = newValue ?? ""
      form?.setNeedsLayout()
    }
  }

  /// Whether the whole row is hidden.
  public var isHidden = false {
    didSet {
      guard isHidden != oldValue else { return }
      labelView.isHidden = isHidden
      field.isHidden = isHidden
      messageView.isHidden = isHidden || messageView.text.isEmpty
      form?.setNeedsLayout()
    }
  }

  /// The view itself if it is a control, or the first control inside it.
  private func firstControl(in view: View) -> Control? {
    if let control = view as? Control { return control }
    for subview in view.subviews {
      if let control = firstControl(in: subview) { return control }
    }
    return nil
  }

  var views: [View] { [labelView, field, noteView, messageView] }
}
