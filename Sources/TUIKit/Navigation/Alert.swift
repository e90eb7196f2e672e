/// A question in the middle of the screen that the user has to answer before anything else.
///
///     Alert(title: "Throw the changes away?", buttons: [.cancel("keep editing"), .destructive("throw away") { … }])
///       .present(from: self)
@MainActor
public final class Alert: ViewController {
  /// One answer.
  public struct Button {
    /// The meaning of an answer: Esc gives the cancelling one, and a destructive one is focused first only if all are.
    public enum Role: Sendable { case standard, cancel, destructive }

    /// The title of the button.
    public var title: String
    /// The meaning of the answer.
    public var role: Role
    /// A letter that answers at once.
    public var key: KeyEvent?
    /// Called when the alert was dismissed.
    public var action: @MainActor () -> Void

    /// Creates an answer.
    public init(
      _ title: String, role: Role = .standard, key: KeyEvent? = nil, action: @escaping @MainActor () -> Void = {}
    ) {
      self.title = title
      self.role = role
      self.key = key
      self.action = action
    }

    /// The answer that Esc gives.
    public static func cancel(_ title: String = "Cancel", action: @escaping @MainActor () -> Void = {}) -> Button {
      Button(title, role: .cancel, action: action)
    }

    /// An answer that destroys data.
    public static func destructive(
      _ title: String, key: KeyEvent? = nil, action: @escaping @MainActor () -> Void
    ) -> Button {
      Button(title, role: .destructive, key: key, action: action)
    }
  }

  /// The text below the title.
  public let message: String
  /// The answers, from the left.
  public let buttons: [Button]
  /// A sentence is harder to read when it is wider.
  private static let maximumWidth = 60
  private let texts = StackView(.vertical)
  private let answers = AnswersView()

  /// Creates an alert.
  ///
  /// - Parameters:
  ///   - title: The question.
  ///   - message: The text below it; empty by default.
  ///   - buttons: The answers; by default a single OK. The first one that is not destructive has the focus.
  public init(title: String, message: String = "", buttons: [Button] = []) {
    self.message = message
    self.buttons = buttons.isEmpty ? [.cancel("OK")] : buttons
    super.init()
    self.title = title
  }

  /// Presents the alert as a sheet.
  ///
  /// - Returns: Whether the alert is on the screen.
  @discardableResult
  public func present(from controller: ViewController) -> Bool {
    controller.present(self, style: .sheet)
  }

  public override func loadView() -> View {
    let titleLabel = Label(title, numberOfLines: 0)
    titleLabel.attributes = .bold
    texts.addArrangedSubview(titleLabel)
    if !message.isEmpty { texts.addArrangedSubview(Label(message, numberOfLines: 0)) }
    texts.addArrangedSubview(View(), sizing: .fixed(1))
    for button in buttons {
      answers.addSubview(
        TUIKit.Button(button.title, role: button.role == .destructive ? .danger : .accent) { [weak self] in
          self?.answer(button)
        })
    }
    // Where there is no room for all lines, all answers are visible.
    let stack = StackView(.vertical)
    stack.addArrangedSubview(texts, sizing: .fill)
    stack.addArrangedSubview(answers)
    return stack
  }

  public override func contentSizeThatFits(_ size: Size) -> Size {
    _ = view
    let room = Size(width: min(Self.maximumWidth, size.width), height: size.height)
    let (above, below) = (texts.sizeThatFits(room), answers.sizeThatFits(room))
    return Size(width: max(above.width, below.width), height: min(above.height + below.height, size.height))
  }

  override var showsAllContent: Bool { true }

  public override var preferredFirstResponder: Responder? {
    let index = buttons.firstIndex { $0.role != .destructive } ?? 0
    _ = view
    return answers.subviews[index]
  }

  /// Gives an answer like its button: dismisses the alert, then runs the action.
  private func answer(_ button: Button) {
    guard presentingViewController != nil || window != nil else { return }
    dismiss()
    button.action()
  }

  /// The answer of Esc: the cancelling one, or the only one.
  private var cancelButton: Button? {
    buttons.first { $0.role == .cancel } ?? (buttons.count == 1 ? buttons[0] : nil)
  }

  /// The title of a button as a hint says it: `keep editing`.
  private static func hint(_ button: Button) -> String {
    let isAcronym = button.title.dropFirst().first?.isUppercase == true
    return isAcronym ? button.title : button.title.prefix(1).lowercased() + button.title.dropFirst()
  }

  public override var keyCommands: [KeyCommand] {
    var commands = buttons.compactMap { button in
      button.key.map { key in
        KeyCommand(key, title: Self.hint(button)) { [weak self] in self?.answer(button) }
      }
    }
    if buttons.count > 1 {
      commands.append(
        KeyCommand(KeyEvent(.right), KeyEvent(.down), title: "next answer", isHint: false) { [weak self] in
          self?.window?.moveFocus(.next)
        })
      commands.append(
        KeyCommand(KeyEvent(.left), KeyEvent(.up), title: "previous answer", isHint: false) { [weak self] in
          self?.window?.moveFocus(.previous)
        })
    }
    commands.append(KeyCommand(KeyEvent(.enter), title: "choose", isHint: true) {})
    if let cancel = cancelButton {
      commands.append(
        KeyCommand(KeyEvent(.escape), title: Self.hint(cancel)) { [weak self] in self?.answer(cancel) })
    }
    return commands
  }
}

/// The answers of an alert: beside each other, or below each other where they do not fit.
private final class AnswersView: View {
  private static let spacing = 2

  /// The frames of the answers in a width, in order.
  private func frames(in width: Int) -> [Rect] {
    let widths = subviews.map { $0.sizeThatFits(Size(width: .max, height: 1)).width }
    let fits = widths.reduce(0, +) + Self.spacing * (widths.count - 1) <= width
    var position = 0
    return widths.enumerated().map { index, own in
      if !fits { return Rect(x: 0, y: index, width: min(own, width), height: 1) }
      defer { position += own + Self.spacing }
      return Rect(x: position, y: 0, width: own, height: 1)
    }
  }

  override func sizeThatFits(_ size: Size) -> Size {
    let frames = frames(in: size.width)
    return Size(
      width: frames.map(\.maxX).max() ?? 0, height: min(frames.last?.maxY ?? 0, size.height))
  }

  override func layoutSubviews() {
    for (button, frame) in zip(subviews, frames(in: bounds.width)) { button.frame = frame }
  }
}
