import PeoplebookCore
import TUIKit

extension StatusBar {
  /// Shows the result of an action.
  func show(_ notice: PeopleViewModel.StatusMessage) {
    switch notice {
    case .done(let sentence, let keys): show(StyledText(Self.text(sentence, keys: keys)))
    case .hint(let sentence): show(StyledText(sentence))
    case .problem(let sentence, let keys): showError(Self.text(sentence, keys: keys))
    }
  }

  /// A sentence, and what keys do next.
  static func text(_ sentence: String, keys: String) -> String {
    keys.isEmpty ? sentence : "\(sentence) · \(keys)"
  }
}
