import Persistence
import Reactive

/// The figures of the book; they follow it.
@MainActor
public final class FiguresViewModel {
  /// The present figures; `nil` until they were read.
  public let figures = CurrentValue<BookFigures?, Never>(nil)
  /// The sentence of a transient error, until the figures are read; `nil` without one.
  public let problem = CurrentValue<String?, Never>(nil)

  private var reading: FollowedReading?

  init(people: PeopleViewModel) {
    reading = FollowedReading(people, problem: problem) { [weak self, people] in
      let figures = try await people.store.figures()
      self?.figures.value = figures
    }
  }

  isolated deinit {}
}
