import PeoplebookCore
import Testing

@Suite struct AccountContentTests {
  @Test(arguments: ["X-WHATSAPP:441632", "IMPP:whatsapp:441632"])
  func `an account has the name of its service`(line: String) throws {
    let ada = try #require(readPerson("FN:Ada", line))
    #expect(ada.accounts == [LabeledValue(label: "WhatsApp", value: "441632")])
  }
}
