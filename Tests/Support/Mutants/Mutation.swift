/// A small mistake in a source text that is made while the program runs with the mutation's number.
///
/// The text contains both versions: each edit puts words before and after a range of the original.
struct Mutation {
  /// The mistakes that a tired programmer makes.
  enum Mistake: String, CaseIterable {
    /// A comparison that includes its limit or does not, a range that ends too early, the other end of a list.
    case boundary
    /// A number that is one too high or too low.
    case constant
    /// A condition that is the wrong way round.
    case negation
    /// “Or” for “and”, or a part of a condition that is left out.
    case logic
    /// A sum for a difference.
    case arithmetic
    /// A statement that is left out.
    case dropped
    /// Two arguments in the wrong order.
    case swapped
    /// A case of a switch that is left out.
    case forgotten
  }

  /// What an edit does with the range that it encloses.
  enum Change {
    /// A condition has the opposite value.
    case negated
    /// A part of a condition does not count.
    case ignored
    /// Another expression is evaluated.
    case replaced(by: String)
    /// Statements are not executed.
    case dropped
    /// A pattern does not match.
    case unmatched
  }

  struct Edit {
    /// The UTF-8 offsets in the original text.
    let range: Range<Int>
    let change: Change

    /// The words before and after the range.
    func words(number: Int) -> (before: String, after: String) {
      let isActive = "Mutant.isActive(\(number))"
      return switch change {
      case .negated: ("(\(isActive) != (", "))")
      case .ignored: ("(\(isActive) || (", "))")
      case .replaced(let text): ("(\(isActive) ? (\(text)) : (", "))")
      case .dropped: ("if !\(isActive) { ", " }")
      case .unmatched: ("", " where !\(isActive)")
      }
    }
  }

  let mistake: Mistake
  /// What was written, and what is written instead.
  let description: String
  let line: Int
  let edits: [Edit]
  /// The declaration that contains the edits.
  let declaration: Range<Int>
}
