import Testing

@testable import PeoplebookCore

@Suite struct ForeignValueTests {
  @Test(arguments: [.ldif, .abook] as [ForeignValue.Origin], ["x", "a b", "a;b:c=\"d\"", "é\\n", "^n"])
  func `a value survives its line`(origin: ForeignValue.Origin, name: String) throws {
    for (text, isBytes) in [("one\ntwo, \\three;", false), ("QUJD", true)] {
      let line = ForeignValue(name: name, text: text, isBytes: isBytes).line(from: origin)
      let property = try #require(VCardProperty(text: line), "\(line)")
      let read = try #require(ForeignValue(property, from: origin), "\(line)")
      #expect([read.name, read.text] == [name, text] && read.isBytes == isBytes, "\(line)")
    }
  }

  @Test func `a line of another origin, a group or no name is not a value`() throws {
    let line = ForeignValue(name: "x", text: "y").line(from: .ldif)
    #expect(line == "X-LDIF;X-NAME=x:y")
    for other in ["item1.\(line)", "\(ForeignValue.Origin.ldif.rawValue):y", "NOTE;X-NAME=x:y"] {
      let property = try #require(VCardProperty(text: other))
      #expect(ForeignValue(property, from: .ldif) == nil, "\(other)")
    }
    let property = try #require(VCardProperty(text: line))
    #expect(ForeignValue(property, from: .abook) == nil)
  }
}
