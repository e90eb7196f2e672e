import Reactive
import TUIKit

/// The questions that a text field asks.
@MainActor
public struct TextFieldAnswers {
  /// Whether a key or a paste may replace the characters in a range.
  public var shouldChange: ((_ field: TextField, _ range: Range<Int>, _ replacement: String) -> Bool)?
  /// Whether Enter does anything.
  public var shouldReturn: ((TextField) -> Bool)?
  /// Called at Enter.
  ///
  /// With an answer, the form around the field does not move the focus to the next field.
  public var didReturn: ((TextField) -> Void)?
  /// Whether the field may get the focus.
  public var shouldBeginEditing: ((TextField) -> Bool)?
  /// Called when the field has got the focus.
  public var didBeginEditing: ((TextField) -> Void)?
  /// Called when the field has lost the focus.
  public var didEndEditing: ((TextField) -> Void)?
  /// Called when the user has changed the text, before the bound values receive it.
  public var didChange: ((TextField) -> Void)?

  /// The delegate for questions that no link answers.
  var fallback: Fallback<any TextFieldDelegate>?

  /// No answers.
  public init() {}
}

/// The value of a text field, and the rules for its text.
///
///     nameField *= .subject(viewModel.name)
///       .maximumLength(40)
///       .format { $0.capitalized }
///       .message(viewModel.nameProblem, on: nameRow)
///       .nextField(mailField)
///
/// A change of the text is made only if all links that decide about it accept it (`shouldChange`, `maximumLength`).
/// Links that are notified are all called, the last one written first.
public struct TextFieldBinding: ComposableDelegate {
  /// The answers of the links.
  public var answers = TextFieldAnswers()
  /// The bindings of the links.
  var chain = BindingChain<TextField>()

  /// A chain without links.
  public init() {}

  private func adding(_ step: @escaping (TextField) -> Void) -> Self {
    var longer = self
    longer.chain = chain.adding(step)
    return longer
  }

  // MARK: The value

  /// Binds text and value both ways.
  public func subject(_ value: CurrentValue<String, Never>) -> Self {
    adding { $0.textBinding *= value }
  }

  /// Binds text and optional value both ways; the empty text is `nil`.
  public func subject(_ value: CurrentValue<String?, Never>) -> Self {
    adding { $0.textBinding *= value }
  }

  /// Sends the text that the user types to `subject`, and shows the values that others send there.
  public func subject(_ subject: Subject<String, Never>) -> Self {
    adding { $0.textBinding *= subject }
  }

  /// Sends the text that the user types to `subject`, and shows the values that others send there; the empty text is
  /// `nil`.
  public func subject(_ subject: Subject<String?, Never>) -> Self {
    adding { $0.textBinding *= subject }
  }

  /// A chain that begins with ``subject(_:)``.
  public static func subject(_ value: CurrentValue<String, Never>) -> Self { Self().subject(value) }
  /// A chain that begins with ``subject(_:)``.
  public static func subject(_ value: CurrentValue<String?, Never>) -> Self { Self().subject(value) }
  /// A chain that begins with ``subject(_:)``.
  public static func subject(_ subject: Subject<String, Never>) -> Self { Self().subject(subject) }
  /// A chain that begins with ``subject(_:)``.
  public static func subject(_ subject: Subject<String?, Never>) -> Self { Self().subject(subject) }

  // MARK: Rules

  /// Accepts a key or a paste only if `isValid` returns `true` for the text that it leads to.
  ///
  /// - Complexity: O(*n*) for each edit, where *n* is the length of the text.
  public func shouldChange(_ isValid: @escaping (_ text: String) -> Bool) -> Self {
    answering(\.shouldChange) { next in
      { field, range, replacement in
        guard next?(field, range, replacement) ?? true else { return false }
        var characters = field.editor.characters
        characters.replaceSubrange(range, with: replacement)
        return isValid(String(characters))
      }
    }
  }

  /// Limits the number of characters; a paste that is too long is cut to fit.
  ///
  /// A text that is too long already can always be shortened.
  ///
  /// - Complexity: O(*m*) for each edit, where *m* is the length of the inserted text.
  public func maximumLength(_ limit: Int) -> Self {
    answering(\.shouldChange) { next in
      { field, range, replacement in
        let room = limit - (field.editor.characters.count - range.count)
        guard replacement.count > max(room, range.count) else { return next?(field, range, replacement) ?? true }
        // The part that fits is a paste of its own, which all links have to accept.
        if room > 0 { _ = field.pasted(String(replacement.prefix(room))) }
        return false
      }
    }
  }

  /// Reformats the text after each change by the user, before the bound values receive it.
  ///
  /// - Complexity: O(*n*) for each edit, where *n* is the length of the text, beside the cost of `format`.
  public func format(_ format: @escaping (String) -> String) -> Self {
    didChange { field in
      let formatted = format(field.text)
      if formatted != field.text { field.text = formatted }
    }
  }

  // MARK: Notifications

  /// Calls `action` when the user has changed the text.
  public func didChange(_ action: @escaping (TextField) -> Void) -> Self {
    notifying(\.didChange, action)
  }

  /// Calls `action` at Enter.
  public func didReturn(_ action: @escaping () -> Void) -> Self {
    notifying(\.didReturn) { _ in action() }
  }

  /// Moves the focus to another control at Enter.
  ///
  /// The control is held weakly.
  public func nextField(_ control: Control) -> Self {
    notifying(\.didReturn) { [weak control] _ in control?.becomeFirstResponder() }
  }

  /// Calls `action` when the field has got the focus.
  public func didBeginEditing(_ action: @escaping () -> Void) -> Self {
    notifying(\.didBeginEditing) { _ in action() }
  }

  /// Calls `action` when the field has lost the focus.
  public func didEndEditing(_ action: @escaping () -> Void) -> Self {
    notifying(\.didEndEditing) { _ in action() }
  }

  private func notifying(
    _ question: WritableKeyPath<TextFieldAnswers, ((TextField) -> Void)?>, _ action: @escaping (TextField) -> Void
  ) -> Self {
    answering(question) { next in
      { field in
        action(field)
        next?(field)
      }
    }
  }

  // MARK: State

  /// Shows a message on the field's row while it is not `nil`, with the error style of the field.
  public func message(_ message: some Publisher<String?, Never>, on row: FormRow) -> Self {
    adding { _ in row.messageBinding *= message }
  }

  /// Shows the error style of the field.
  public func isInvalid(_ isInvalid: some Publisher<Bool, Never>) -> Self {
    adding { $0.isInvalidBinding *= isInvalid }
  }

  /// Enables and disables the field.
  public func isEnabled(_ isEnabled: some Publisher<Bool, Never>) -> Self {
    adding { $0.isEnabledBinding *= isEnabled }
  }

  /// Passes the questions that no link answers to `delegate`.
  ///
  /// The delegate is held weakly.
  public func `default`(_ delegate: any TextFieldDelegate) -> Self {
    var copy = self
    copy.answers.fallback = Fallback(delegate)
    return copy
  }
}

/// Binds the field to the chain, and makes the chain its delegate.
///
/// A former chain of the field ends.
@MainActor
public func *= (field: TextField, binding: TextFieldBinding) {
  let group = BindingGroup.running(for: "\(type(of: field)).\(BoundTextField.attachmentKey)")
  let bound = BoundTextField(binding, field: field)
  (field.attachments[BoundTextField.attachmentKey] as? BoundTextField)?.cancel()
  field.attachments[BoundTextField.attachmentKey] = bound
  field.delegate = bound
  group.addAttachment(bound)
}
