import PeoplebookCore
import Testing

@Suite struct PostalAddressTests {
  @Test func `the text of an address is read again`() {
    var address = PostalAddress()
    address.street = #"Yard; 1 \ back"#
    address.city = "London"
    address.postcode = "W1"
    #expect(address.text == #"Yard\; 1 \\ back; London; ; W1"#)
    #expect(PostalAddress(text: address.text) == address)
  }

  @Test func `parts beyond the last belong to it`() {
    let address = PostalAddress(text: "1 Main St; London; ; ; UK; Flat 2; Box 3; 4")
    #expect(address.extended == "Flat 2" && address.poBox == "Box 3; 4")
  }

  @Test func `one line has the parts that are not empty`() {
    #expect(PostalAddress(text: "1 Main St\nYard; London; ; W1; UK").line == "1 Main St, Yard, London, W1, UK")
    #expect(PostalAddress(text: "").line == "" && PostalAddress().text == "")
  }
}
