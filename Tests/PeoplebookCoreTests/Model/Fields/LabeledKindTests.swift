import PeoplebookCore
import Testing

struct LabeledKindTests {
  @Test func `words in front of a colon are a label`() {
    #expect(LabeledValue(typed: "work:ada@x")?.label == "work")
    #expect(LabeledValue(typed: "home fax: 12")?.value == "12")
    #expect(LabeledValue(typed: "tel:+4412")?.label == "")
    #expect(LabeledValue(typed: "a@x")?.label == "")
    #expect(LabeledValue(typed: "12:30")?.value == "12:30")
    #expect(LabeledValue(typed: "") == nil)
  }
}
