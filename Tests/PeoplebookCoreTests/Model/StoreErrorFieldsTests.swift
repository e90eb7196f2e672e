import Persistence
import Testing

@testable import PeoplebookCore

@Suite struct StoreErrorFieldsTests {
  @Test func `a conflict names fields as the user knows them`() {
    let error = StoreError.conflict(id: "1", fields: ["first_name", "email", "property", "card_frame", "id"])
    #expect(
      "\(error.labelled)"
        == "Another program changed First name, E-mail, Other details, id as well: nothing was overwritten.")
  }

  @Test func `an undo that is not possible names fields as the user knows them`() {
    let error = StoreError.undoConflict(id: "1", name: "Ada", fields: ["last_name", "tag"], author: "cron")
    #expect("\(error.labelled)" == "Ada has been changed since by cron (Last name, Tags): nothing was changed.")
  }

  @Test func `a damaged or replaced book is not shown further`() {
    #expect(StoreError.damaged(path: "p", detail: "d").isOfContent && StoreError.gone(path: "p").isOfContent)
    #expect(!StoreError.locked(path: "p").isOfContent && !StoreError.missing(path: "p").isOfContent)
  }

  @Test func `each field has a label`() {
    for field in FieldCatalogue.current.fields {
      let error = StoreError.conflict(id: "", fields: [field.column])
      #expect(error.labelled == .conflict(id: "", fields: [field.label]))
    }
  }
}
