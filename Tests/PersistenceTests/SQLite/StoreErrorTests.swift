import CSQLite
import Glibc
import Testing

@testable import Persistence

@Suite struct StoreErrorTests {
  private static let aboutTheBook: [StoreError] = [
    .missing(path: "p"), .directory(path: "p"), .newer(path: "p", version: 2, understood: 1),
    .outdated(path: "p", version: 1, needed: 2), .damaged(path: "p", detail: "d"), .gone(path: "p"), .closed(path: "p"),
    .failed(path: "p", detail: "d"), .noCollation(path: "p"),
  ]
  private static let aboutTheFile: [StoreError] = [
    .noPermission(path: "p"), .notABook(path: "p"), .foreign(path: "p"),
  ]
  private static let aboutOneChange: [StoreError] = [
    .refused(path: "p", detail: "d"), .noSuchRecord(id: "i"),
    .conflict(id: "i", fields: ["f"]), .nothingToUndo, .nothingToRedo,
    .undoConflict(id: "i", name: "n", fields: [], author: nil),
  ]

  @Test(arguments: [
    (SQLITE_BUSY, StoreError.locked(path: "p")), (SQLITE_LOCKED, .locked(path: "p")),
    (SQLITE_FULL, .diskFull(path: "p")), (SQLITE_CORRUPT, .damaged(path: "p", detail: "m")),
    (SQLITE_NOTADB, .notABook(path: "p")), (SQLITE_READONLY, .readOnly(path: "p")),
    (SQLITE_PERM, .noPermission(path: "p")), (SQLITE_AUTH, .noPermission(path: "p")),
    (SQLITE_CANTOPEN, .inputOutput(path: "p", detail: "m")),
    (SQLITE_IOERR | 3 << 8, .inputOutput(path: "p", detail: "m, 3")),
    (SQLITE_PROTOCOL, .locked(path: "p")), (SQLITE_NOMEM, .inputOutput(path: "p", detail: "m")),
    (SQLITE_CONSTRAINT, .refused(path: "p", detail: "m")), (SQLITE_MISUSE, .failed(path: "p", detail: "m (21)")),
  ])
  func `a result code of SQLite becomes a store error`(code: Int32, error: StoreError) {
    #expect(StoreError(code: code, message: "m", systemError: 0, path: "p") == error)
  }

  @Test func `the system's error says whether the disk is full or access is denied`() {
    func error(_ code: Int32, _ systemError: Int32) -> StoreError {
      StoreError(code: code, message: "m", systemError: systemError, path: "p")
    }
    for full in [ENOSPC, EFBIG, EDQUOT] {
      #expect(error(SQLITE_IOERR, full) == .diskFull(path: "p") && error(SQLITE_FULL, full) == .diskFull(path: "p"))
      #expect(error(SQLITE_BUSY, full) == .locked(path: "p"))
    }
    for refused in [EACCES, EPERM, EROFS] {
      #expect(error(SQLITE_CANTOPEN, refused) == .noPermission(path: "p"))
      #expect(error(SQLITE_BUSY, refused) == .locked(path: "p"))
    }
  }

  @Test(arguments: [EIO, ENXIO]) func `a page that the disk cannot read is not damage`(systemError: Int32) {
    let error = StoreError(code: SQLITE_CORRUPT, message: "m", systemError: systemError, path: "p")
    #expect(error == .inputOutput(path: "p", detail: String(cString: strerror(systemError))))
  }

  @Test(arguments: [
    (EACCES, StoreError.noPermission(path: "p")), (EPERM, .noPermission(path: "p")), (EROFS, .noPermission(path: "p")),
    (ENOSPC, .diskFull(path: "p")), (EDQUOT, .diskFull(path: "p")), (EFBIG, .diskFull(path: "p")),
    (EISDIR, .directory(path: "p")), (ENOENT, .missing(path: "p")),
    (EIO, .inputOutput(path: "p", detail: String(cString: strerror(EIO)))),
  ])
  func `an error of the system becomes a store error`(code: Int32, error: StoreError) {
    #expect(BookFile.error(code, "p") == error)
  }

  @Test func `an error says whether another book, another request or waiting helps`() {
    func kinds(_ error: StoreError) -> [Bool] { [error.needsOtherBook, error.isAboutWholeBook, error.isTemporary] }
    for error in Self.aboutTheBook { #expect(kinds(error) == [false, true, false], "\(error)") }
    for error in Self.aboutTheFile { #expect(kinds(error) == [true, true, false], "\(error)") }
    for error in Self.aboutOneChange { #expect(kinds(error) == [false, false, false], "\(error)") }
    #expect(kinds(.readOnly(path: "p")) == [true, false, false])
    #expect(kinds(.diskFull(path: "p")) == [false, false, true])
    #expect(kinds(.locked(path: "p")) == [false, true, true])
    #expect(kinds(.inputOutput(path: "p", detail: "d")) == [false, true, true])
  }

  @Test func `the reason does not say what has become of a change`() {
    for error in [StoreError.diskFull(path: "p"), .locked(path: "p")] {
      #expect(error.description.hasSuffix("; nothing was changed."))
      #expect(error.reason == error.description.replacing("; nothing was changed", with: ""))
    }
    #expect(StoreError.gone(path: "p").reason == StoreError.gone(path: "p").description)
  }
}
