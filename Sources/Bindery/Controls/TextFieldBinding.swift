import Reactive
import TUIKit

/// What a text field may be asked and told.
@MainActor
public struct TextFieldAnswers {
  /// Whether a key or a paste may replace the characters in a range.
  public var shouldChange: ((_ field: TextField, _ range: Range<Int>, _ replacement: String) -> Bool)?
  /// Whether Enter does anything.
  public var shouldReturn: ((TextField) -> Bool)?
  /// Enter was pressed. When somebody answers, the form around the field does not go on to the next one by itself.
  public var didReturn: ((TextField) -> Void)?
  public var shouldBeginEditing: ((TextField) -> Bool)?
  public var didBeginEditing: ((TextField) -> Void)?
  public var didEndEditing: ((TextField) -> Void)?
  /// A person has changed the text; those who are bound to it have not heard of it yet.
  public var didChange: ((TextField) -> Void)?

  /// Who gets what nobody answers.
  var fallback: Fallback<any TextFieldDelegate>?

  public init() {}
}

/// A text field's value, and what may be typed into it.
///
///     nameField *= TextFieldBinding()
///       .subject(viewModel.name)
///       .maximumLength(40)
///       .format { $0.capitalized }
///       .message(viewModel.nameProblem, on: nameRow)
///       .nextField(mailField)
///
/// Links that veto (`shouldChange`, `maximumLength`) all have to agree; of links that are told, all are, the last one written
/// first.
public struct TextFieldBinding: ComposableDelegate {
  public var answers = TextFieldAnswers()
  /// The bindings that belong to it.
  var chain = BindingChain<TextField>()

  public init() {}

  private func adding(_ step: @escaping (TextField) -> Void) -> Self {
    var longer = self
    longer.chain = chain.adding(step)
    return longer
  }

  // MARK: The value

  /// Both ways: the field shows the value, and what is typed sets it.
  public func subject(_ value: CurrentValue<String, Never>) -> Self {
    adding { $0.textBinding *= value }
  }

  /// The same for a value that may be missing: no words are no value.
  public func subject(_ value: CurrentValue<String?, Never>) -> Self {
    adding { $0.textBinding *= value }
  }

  /// Sends what is typed, and shows what others send.
  public func subject(_ subject: Subject<String, Never>) -> Self {
    adding { $0.textBinding *= subject }
  }

  // MARK: What may be typed

  /// Whether the text that a key or a paste leads to is fit.
  public func shouldChange(_ isFit: @escaping (_ text: String) -> Bool) -> Self {
    answering(\.shouldChange) { next in
      { field, range, replacement in
        guard next?(field, range, replacement) ?? true else { return false }
        var characters = field.editor.characters
        characters.replaceSubrange(range, with: replacement)
        return isFit(String(characters))
      }
    }
  }

  /// No more than so many characters; of a paste that is too long, as many as fit.
  public func maximumLength(_ limit: Int) -> Self {
    answering(\.shouldChange) { next in
      { field, range, replacement in
        let room = limit - (field.editor.characters.count - range.count)
        guard replacement.count > room else { return next?(field, range, replacement) ?? true }
        // What fits comes by the same door, and is asked about like everything else.
        if room > 0 { _ = field.pasted(String(replacement.prefix(room))) }
        return false
      }
    }
  }

  /// Gives the text another form after each change, before anybody hears of it.
  public func format(_ format: @escaping (String) -> String) -> Self {
    didChange { field in
      let formatted = format(field.text)
      if formatted != field.text { field.text = formatted }
    }
  }

  // MARK: What happens

  /// A person has changed the text.
  public func didChange(_ action: @escaping (TextField) -> Void) -> Self {
    telling(\.didChange, action)
  }

  /// Enter was pressed.
  public func didReturn(_ action: @escaping () -> Void) -> Self {
    telling(\.didReturn) { _ in action() }
  }

  /// Enter leads to another control, which is held weakly.
  public func nextField(_ control: Control) -> Self {
    telling(\.didReturn) { [weak control] _ in control?.becomeFirstResponder() }
  }

  public func didBeginEditing(_ action: @escaping () -> Void) -> Self {
    telling(\.didBeginEditing) { _ in action() }
  }

  public func didEndEditing(_ action: @escaping () -> Void) -> Self {
    telling(\.didEndEditing) { _ in action() }
  }

  private func telling(
    _ question: WritableKeyPath<TextFieldAnswers, ((TextField) -> Void)?>, _ action: @escaping (TextField) -> Void
  ) -> Self {
    answering(question) { next in
      { field in
        action(field)
        next?(field)
      }
    }
  }

  // MARK: Looks

  /// What is wrong, in words, on the field's row; `nil` when nothing is.
  public func message(_ message: some Publisher<String?, Never>, on row: FormRow) -> Self {
    adding { _ in row.messageBinding *= message }
  }

  /// The error look alone.
  public func isInvalid(_ isInvalid: some Publisher<Bool, Never>) -> Self {
    adding { $0.isInvalidBinding *= isInvalid }
  }

  public func isEnabled(_ isEnabled: some Publisher<Bool, Never>) -> Self {
    adding { $0.isEnabledBinding *= isEnabled }
  }

  /// Whatever no link answers goes to `delegate`, which is held weakly.
  public func `default`(_ delegate: any TextFieldDelegate) -> Self {
    var copy = self
    copy.answers.fallback = Fallback(delegate)
    return copy
  }
}

/// Binds everything that the chain mentions, and makes it the field's delegate.
@MainActor
public func *= (field: TextField, binding: TextFieldBinding) {
  let group = BindingGroup.running(for: "\(type(of: field)).\(BoundTextField.attachmentKey)")
  let bound = BoundTextField(binding.answers, field: field)
  field.attachments[BoundTextField.attachmentKey] = bound
  field.delegate = bound
  group.addElsewhere(bound)
  binding.chain.bind(field)
}
