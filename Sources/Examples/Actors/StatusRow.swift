import TUIKit

/// A dot for a connection, with the text beside it.
final class StatusRow: StackView {
  init(_ dot: StatusDot, _ text: Label) {
    super.init(.horizontal, spacing: 1)
    addArrangedSubview(dot, sizing: .fixed(1))
    addArrangedSubview(text, sizing: .fill)
  }

  isolated deinit {}
}
