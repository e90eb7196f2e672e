/// The parts of an address are in the order of ADR.
extension AddressContent: VCardLabeledContent {
  func value(in line: VCardProperty) -> String {
    let parts = VCardText.split(line.value, at: UInt8(ascii: ";")).map {
      VCardContents.list($0).joined(separator: ", ")
    }
    var address = PostalAddress()
    for (path, part) in zip(Self.paths, parts) { address[keyPath: path] = part }
    return address.text
  }

  func text(of value: String) -> String {
    let address = PostalAddress(text: value)
    return ":" + Self.paths.map { VCardText.escape(address[keyPath: $0]) }.joined(separator: ";")
  }

  private static let paths: [WritableKeyPath<PostalAddress, String> & Sendable] = [
    \.poBox, \.extended, \.street, \.city, \.region, \.postcode, \.country,
  ]
}
