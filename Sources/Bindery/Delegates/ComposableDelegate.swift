/// A delegate that is composed of links, each of which answers some questions and passes the others on.
///
///     field *= TextFieldBinding()
///       .subject(viewModel.name)
///       .maximumLength(40)
///       .nextField(mailField)
///
/// The ``answers`` are a structure of optional closures, one for each question, `nil` where no link answers. A link is
/// a closure that replaces the one before it and may call it: the last link written is asked first. The chain is
/// composed when it is written, so an answer costs one call however long the chain is.
///
/// A link of your own is a short method:
///
///     extension TableViewSectionBinding {
///       /// Gives every second row another background.
///       func striped() -> Self {
///         answering(\.willDisplay) { next in
///           { cell, indexPath in
///             cell.backgroundRole = indexPath.row.isMultiple(of: 2) ? nil : .surface
///             next?(cell, indexPath)
///           }
///         }
///       }
///     }
///
/// A composable delegate is a value: chains that begin with the same links are independent. `*=` makes the object that
/// the view gets as its delegate.
@MainActor
public protocol ComposableDelegate {
  /// The questions: a structure of optional closures.
  associatedtype Answers

  /// The answers of the links.
  var answers: Answers { get set }
}

extension ComposableDelegate {
  /// This delegate with another link, which is asked first.
  ///
  /// - Parameters:
  ///   - question: The question that the link answers.
  ///   - link: Returns the answer, given that of the earlier links; `nil` when they have none.
  @inlinable
  public func answering<Answer>(
    _ question: WritableKeyPath<Answers, Answer?>, with link: (_ next: Answer?) -> Answer
  ) -> Self {
    var longer = self
    longer.answers[keyPath: question] = link(answers[keyPath: question])
    return longer
  }

  /// This delegate with another link, which answers without asking the earlier ones.
  @inlinable
  public func answering<Answer>(_ question: WritableKeyPath<Answers, Answer?>, _ answer: Answer) -> Self {
    answering(question) { _ in answer }
  }

  /// Whether any link answers a question.
  public func responds<Answer>(to question: KeyPath<Answers, Answer?>) -> Bool {
    answers[keyPath: question] != nil
  }
}

/// The delegate for questions that no link answers; held weakly, like every delegate.
struct Fallback<Delegate> {
  private weak var object: AnyObject?

  init(_ delegate: Delegate) {
    object = delegate as AnyObject
  }

  var delegate: Delegate? { object as? Delegate }
}
