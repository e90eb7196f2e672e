import Bindery
import RIV
import RIVTesting
import Reactive
import TUIKit
import TUITesting
import Testing
import Time

/// Finds a telephone number, possibly slowly.
typealias Directory = @MainActor (_ name: String) async throws -> String?

@MainActor
final class LookupViewModel {
  let name = CurrentValue<String, Never>("")
  let answer = CurrentValue<String, Never>("Type a name")
  private let directory: Directory
  private var task: Task<Void, Never>?
  private var token: AnyCancellable?

  init(directory: @escaping Directory) {
    self.directory = directory
    token = name.removeDuplicates().dropFirst().sink { [weak self] in self?.look($0) }
  }

  isolated deinit { task?.cancel() }

  private func look(_ name: String) {
    task?.cancel()
    answer.value = "Looking…"
    task = Task { [weak self, directory] in
      let text: String
      do { text = try await directory(name) ?? "Not found" } catch { text = "\(error)" }
      // A result that a newer request replaced must not be shown.
      guard !Task.isCancelled else { return }
      self?.answer.value = text
    }
  }
}

final class LookupScreen: ViewController {
  private let viewModel: LookupViewModel
  private var bindings = BindingGroup()

  init(viewModel: LookupViewModel) { self.viewModel = viewModel }
  isolated deinit {}

  override func loadView() -> View {
    let field = TextField()
    let label = Label()
    bindings = BindingGroup {
      field.textBinding *= viewModel.name
      label.textBinding *= viewModel.answer
    }
    return StackView.column(field, label)
  }
}

final class Lookup: BaseInteractor<String, Status<String?>>, Interactor {
  private let directory: Directory

  init(directory: @escaping Directory) {
    self.directory = directory
    super.init(.idle)
  }

  func interact(with name: String) {
    update { $0 = .loading }
    run(
      effect(id: "look") { [directory] in
        try await directory(name)
      } commit: {
        $0 = Status($1)
      })
  }
}

struct LookupText: Reducer {
  func reduce(_ status: Status<String?>) -> String {
    switch status {
    case .idle: "Type a name"
    case .loading: "Looking…"
    case .loaded(let number): number ?? "Not found"
    case .failed(let sentence): sentence
    }
  }
}

final class LookupFeatureScreen: ViewController {
  private let feature: Feature<String, String>
  private var bindings = BindingGroup()

  init(feature: Feature<String, String>) { self.feature = feature }
  isolated deinit {}

  override func loadView() -> View {
    let field = TextField()
    let label = Label()
    field.addAction(for: .valueChanged) { [feature, unowned field] in feature.send(field.text) }
    bindings = BindingGroup { label.textBinding *= feature.viewStates }
    return StackView.column(field, label)
  }
}

extension StackView {
  fileprivate static func column(_ views: View...) -> StackView {
    let stack = StackView(.vertical)
    for view in views { stack.addArrangedSubview(view) }
    return stack
  }
}

@Suite(.timeLimit(.minutes(5))) @MainActor struct WhichOneTests {
  /// Answers when the test resumes it, also after a cancellation.
  @MainActor
  final class SlowDirectory {
    private var waiting: [String: CheckedContinuation<String?, any Error>] = [:]

    func number(of name: String) async throws -> String? {
      try await withCheckedThrowingContinuation { waiting[name] = $0 }
    }

    func isAsked(for name: String) -> Bool { waiting[name] != nil }

    func answer(_ name: String, with result: Result<String?, any Error>) {
      waiting.removeValue(forKey: name)?.resume(with: result)
    }
  }

  struct Refusal: Error, CustomStringConvertible { let description = "The line is engaged" }

  enum Way: CaseIterable { case viewModel, feature }

  private func pilot(_ way: Way, _ directory: SlowDirectory) -> ApplicationPilot {
    let look: Directory = { try await directory.number(of: $0) }
    let screen: ViewController =
      switch way {
      case .viewModel: LookupScreen(viewModel: LookupViewModel(directory: look))
      case .feature: LookupFeatureScreen(feature: Feature(Lookup(directory: look), LookupText()))
      }
    return ApplicationPilot(root: screen, size: Size(width: 40, height: 8), isMotionEnabled: false)
  }

  /// Lets the main actor work until the screen shows it.
  private func wait(for text: String, on pilot: ApplicationPilot) async throws {
    for _ in 0..<1_000 {
      try pilot.settle()
      if pilot.screen.line(1) == text { return }
      await Task.yield()
    }
    Issue.record("“\(pilot.screen.line(1))” instead of “\(text)”")
  }

  private func wait(until name: String, isAskedOf directory: SlowDirectory) async throws {
    for _ in 0..<1_000 where !directory.isAsked(for: name) { await Task.yield() }
    try #require(directory.isAsked(for: name), "nobody asks for “\(name)”")
  }

  @Test(arguments: Way.allCases) func `both show a result, an empty result and an error`(way: Way) async throws {
    let directory = SlowDirectory()
    let pilot = pilot(way, directory)
    try await wait(for: "Type a name", on: pilot)
    for (letter, name, result, shown) in [
      ("a", "a", .success("7946 0018"), "7946 0018"), ("b", "ab", .success(nil), "Not found"),
      ("c", "abc", .failure(Refusal()), "The line is engaged"),
    ] as [(String, String, Result<String?, any Error>, String)] {
      try pilot.type(letter)
      try await wait(for: "Looking…", on: pilot)
      try await wait(until: name, isAskedOf: directory)
      directory.answer(name, with: result)
      try await wait(for: shown, on: pilot)
    }
  }

  @Test(arguments: Way.allCases) func `neither shows a replaced result`(way: Way) async throws {
    let directory = SlowDirectory()
    let pilot = pilot(way, directory)
    for (letter, name) in [("a", "a"), ("b", "ab"), ("c", "abc")] {
      try pilot.type(letter)
      try await wait(until: name, isAskedOf: directory)
    }
    directory.answer("abc", with: .success("the last"))
    try await wait(for: "the last", on: pilot)
    directory.answer("a", with: .success("the first"))
    directory.answer("ab", with: .failure(Refusal()))
    for _ in 0..<100 { await Task.yield() }
    try pilot.settle()
    #expect(pilot.screen.line(1) == "the last")
  }

  @Test func `a feature's states are tested without a screen`() async throws {
    let tester = InteractorTester(Lookup { name in name == "Ada" ? "7946 0018" : nil })
    try tester.send("Ada") { $0 = .loading }
    try await tester.receive { $0 = .loaded("7946 0018") }
    try await tester.finish()
  }
}
