/// A value that another program has under a name of its own, and for which a person has no field.
///
/// A card has it as a line with that name: `X-LDIF;X-NAME=mozillaCustom1:text`.
struct ForeignValue {
  /// The format of the value, by the name of its lines.
  enum Origin: String {
    case ldif = "X-LDIF"
    case abook = "X-ABOOK"
  }

  /// The name in that format.
  var name: String
  /// The text, or the Base64 of bytes.
  var text: String
  var isBytes = false

  init(name: String, text: String, isBytes: Bool = false) {
    (self.name, self.text, self.isBytes) = (name, text, isBytes)
  }

  /// The value in a line; `nil` where the line is not one of this origin.
  init?(_ property: VCardProperty, from origin: Origin) {
    guard property.name == origin.rawValue, property.group.isEmpty,
      let parameter = property.parameters.first(where: { $0.name == Self.parameter })
    else { return nil }
    name = ParameterText.unescape(parameter.value, newlines: false)
    isBytes = property.isBase64
    text = isBytes ? property.value : VCardText.unescape(property.value)
  }

  private static let parameter = "X-NAME"

  /// The line of a card.
  func line(from origin: Origin) -> String {
    let name = VCardProperty.quoted(ParameterText.escape(name.cleaned), in: Self.parameter)
    let encoding = isBytes ? ";ENCODING=b" : ""
    return "\(origin.rawValue);\(Self.parameter)=\(name)\(encoding):" + (isBytes ? text : VCardText.escape(text))
  }
}
