/// A delegate that is put together from links, each of which answers what it can and passes on the rest.
///
///     field *= TextFieldBinding()
///       .subject(viewModel.name)
///       .maximumLength(40)
///       .nextField(mailField)
///
/// What a delegate may be asked is a structure of optional closures, its ``answers``: one for each question, `nil` where
/// nobody answers. A link is a closure that takes the place of the one before it and may call it: the last one written is
/// asked first. The chain therefore costs nothing to walk: however long it is, an answer is one call, and a question that
/// nobody answers is known by a look at its property.
///
/// A link of your own is a method of a few lines:
///
///     extension TableViewSectionBinding {
///       /// Every second row has another background.
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
/// A composable delegate is a value: two chains that begin with the same links do not know of each other. `*=` makes the
/// object from it that the view is given.
@MainActor
public protocol ComposableDelegate {
  /// The questions, a property each: optional closures.
  associatedtype Answers

  var answers: Answers { get set }
}

extension ComposableDelegate {
  /// This delegate with one more link, which is asked first.
  ///
  /// - Parameter link: makes the answer; it is given the one of the links before it, `nil` when none of them has one.
  @inlinable
  public func answering<Answer>(
    _ question: WritableKeyPath<Answers, Answer?>, with link: (_ next: Answer?) -> Answer
  ) -> Self {
    var longer = self
    longer.answers[keyPath: question] = link(answers[keyPath: question])
    return longer
  }

  /// This delegate with one more link, which answers alone and passes nothing on.
  @inlinable
  public func answering<Answer>(_ question: WritableKeyPath<Answers, Answer?>, _ answer: Answer) -> Self {
    answering(question) { _ in answer }
  }

  /// Whether any link answers.
  public func responds<Answer>(to question: KeyPath<Answers, Answer?>) -> Bool {
    answers[keyPath: question] != nil
  }
}

/// Who is asked what no link answers; held weakly, like every delegate.
struct Fallback<Delegate> {
  private weak var object: AnyObject?

  init(_ delegate: Delegate) {
    object = delegate as AnyObject
  }

  var delegate: Delegate? { object as? Delegate }
}
