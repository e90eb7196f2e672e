import PeoplebookCore
import TUIKit

extension StatusBar {
  /// Shows the result of an action.
  func show(_ notice: PeopleViewModel.StatusMessage) {
    switch notice {
    case .done(let sentence), .hint(let sentence): show(StyledText(sentence))
    case .problem(let sentence): showError(sentence)
    }
  }
}
