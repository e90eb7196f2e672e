import Testing

@testable import PeoplebookCore

struct CSVAddressPartTests {
  @Test(arguments: [
    "Work Street;Work City;Work Postal Code", "Rue (bureau);Ville (bureau);Code postal (bureau)",
    "Calle del trabajo;Ciudad de trabajo;Código postal del trabajo",
  ])
  func `the headings of an address have its label`(headings: String) throws {
    let ada = try #require(readCSV("Name;Email;\(headings)\nAda;a@x;1 Way;Rome;00100\n").people.first)
    var address = PostalAddress()
    (address.street, address.city, address.postcode) = ("1 Way", "Rome", "00100")
    #expect(ada.addresses == [LabeledValue(label: "work", value: address.text)] && ada.note.isEmpty)
  }
}
