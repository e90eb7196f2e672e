import Persistence
import TUIKit
import Testing

@testable import PeoplebookCore
@testable import peoplebook

@Suite struct FailureTests {
  private struct Unforeseen: Error, CustomStringConvertible { let description = "odd" }

  @Test func `an error of the libraries keeps its sentence and has a status`() {
    let errors: [(any Error, peoplebook.ExitStatus, String)] = [
      (ColumnMappingError(description: "No column."), .usage, "No column."),
      (UnknownEncoding(name: "x"), .usage, "\(UnknownEncoding(name: "x"))"),
      (FormatError(description: "No card."), .failed, "No card."),
      (ImportError(description: "Empty."), .failed, "Empty."),
      (FileAccessError(path: "a", code: 2), .failed, "\(FileAccessError(path: "a", code: 2))"),
      (TerminalError.notATerminal, .failed, "\(TerminalError.notATerminal)"),
      (StoreError.noSuchRecord(id: "7"), .noMatch, "\(StoreError.noSuchRecord(id: "7").labelled)"),
      (Failure(status: .partly, message: "Half."), .partly, "Half."),
      (Unforeseen(), .failed, "Something went wrong: odd."),
    ]
    for (error, status, message) in errors {
      #expect(Failure(error) == Failure(status: status, message: message), "\(error)")
    }
  }

  @Test func `an error that another way solves names that way`() {
    let failure = Failure(DistinctPeopleError(names: ["Ada", "Bea"]))
    #expect(failure.status == .failed && failure.message.contains("different people"))
    #expect(failure.message.hasSuffix(" “peoplebook merge --same” merges them anyway."))
    let partial = Failure(ImportError(description: "Half.", isPartial: true))
    #expect(partial.status == .failed && partial.message == "Half. “peoplebook log” lists what it has changed.")
    #expect(Failure(opening: StoreError.nothingToRedo).status == .book)
  }
}
