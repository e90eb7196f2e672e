/// One row of a ``FormView``: what it is called, the field, what is wrong with it, and a remark beside it.
@MainActor
public final class FormRow {
  /// What is filled in.
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

  /// What the field is called; its end is where all fields begin.
  public var label: String {
    get { labelView.text }
    set {
      labelView.text = newValue
      form?.setNeedsLayout()
    }
  }

  /// What is wrong, in words, under the field; `nil` when nothing is. The (first) control in the row shows it too.
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

  /// A remark to the right of the field, dim; left out where there is no room for it.
  public var note: String? {
    get { noteView.text.isEmpty ? nil : noteView.text }
    set {
      guard newValue ?? "" != noteView.text else { return }
      noteView.text = newValue ?? ""
      form?.setNeedsLayout()
    }
  }

  /// Whether the whole row is gone for now.
  public var isHidden = false {
    didSet {
      guard isHidden != oldValue else { return }
      labelView.isHidden = isHidden
      field.isHidden = isHidden
      messageView.isHidden = isHidden || messageView.text.isEmpty
      form?.setNeedsLayout()
    }
  }

  /// The field itself, or the first one inside its view.
  private func firstControl(in view: View) -> Control? {
    if let control = view as? Control { return control }
    for subview in view.subviews {
      if let control = firstControl(in: subview) { return control }
    }
    return nil
  }

  var views: [View] { [labelView, field, noteView, messageView] }
}
