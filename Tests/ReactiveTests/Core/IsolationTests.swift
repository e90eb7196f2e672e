import TestSupport
import Testing

/// Mistakes that the compiler rejects.
@Suite(.leavesNothing) struct IsolationTests {
  private static let programs = [
    RefusedProgram(
      "a subject is used off the main actor",
      refused: """
        @MainActor let subject = Subject<Int, Never>()
        func use() { subject.send(1) }
        """,
      accepted: """
        @MainActor let subject = Subject<Int, Never>()
        @MainActor func use() { subject.send(1) }
        """),
    RefusedProgram(
      "a subject is sent to from concurrent tasks",
      refused: """
        func storm() async {
          let subject = Subject<Int, Never>()
          await withTaskGroup(of: Void.self) { group in
            for number in 0..<1000 { group.addTask { subject.send(number) } }
          }
        }
        """,
      accepted: """
        func storm() async {
          let mailbox = Mailbox<Int>()
          await withTaskGroup(of: Void.self) { group in
            for number in 0..<1000 { group.addTask { mailbox.post(number) } }
          }
        }
        """),
    RefusedProgram(
      "a token is cancelled from a detached task during a delivery",
      refused: """
        @MainActor func run(_ subject: Subject<Int, Never>) {
          let token = subject.sink { _ in }
          Task.detached { token.cancel() }
          subject.send(1)
        }
        """,
      accepted: """
        @MainActor func run(_ subject: Subject<Int, Never>) {
          let token = subject.sink { _ in }
          Task { @MainActor in token.cancel() }
          subject.send(1)
        }
        """),
    RefusedProgram(
      "concurrent tasks subscribe and cancel",
      refused: """
        func storm() {
          let value = CurrentValue(0)
          for _ in 0..<10 { Task.detached { value.sink { _ in }.cancel() } }
        }
        """,
      accepted: """
        func storm() {
          for _ in 0..<10 {
            Task.detached {
              let value = CurrentValue(0)
              value.sink { _ in }.cancel()
            }
          }
        }
        """),
    RefusedProgram(
      "a publisher is stored in a global without isolation",
      refused: "let shared = CurrentValue(0)",
      accepted: "@MainActor let shared = CurrentValue(0)"),
    RefusedProgram(
      "a chain is handed to another actor and kept",
      refused: """
        actor Other { func keep(_ publisher: AnyPublisher<Int, Never>) {} }
        @MainActor func give(_ value: CurrentValue<Int, Never>, _ other: Other) async {
          await other.keep(value.map { $0 }.eraseToAnyPublisher())
        }
        """,
      accepted: """
        actor Other { func keep(_ mailbox: Mailbox<Int>) {} }
        @MainActor func give(_ mailbox: Mailbox<Int>, _ other: Other) async {
          await other.keep(mailbox)
        }
        """),
    RefusedProgram(
      "an observable array is sent away and used on",
      refused: """
        func share() {
          let rows = MutableObservableArray([1])
          Task.detached { rows.append(2) }
          rows.append(3)
        }
        """,
      accepted: """
        func share() {
          let rows = ChunkedArray([1])
          Task.detached { print(rows.count) }
          print(rows.count)
        }
        """),
  ]

  @Test(arguments: programs)
  func `a graph cannot be shared between threads by mistake`(program: RefusedProgram) throws {
    let compiler = Compiler(importing: "Reactive")
    let accepted = try compiler.compile(program.accepted)
    #expect(accepted.succeeded, "the control of \"\(program)\" must compile: \(accepted.output)")
    let refused = try compiler.compile(program.refused)
    #expect(!refused.succeeded, "\(program)")
    #expect(refused.output.contains("error:"))
  }
}
