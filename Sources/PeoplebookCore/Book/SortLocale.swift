/// An order of letters by which the people of a book can be sorted: that of a language.
public struct SortLocale: Hashable, Sendable {
  /// The name in the settings: an ICU locale such as `sv`, or `standard`.
  public let name: String
  /// The language for the user.
  public let title: String

  /// The ICU locale; empty for the standard order.
  var code: String { self == Self.standard ? "" : name }

  /// The order of English, French, German and all languages that are not among ``all``.
  public static let standard = SortLocale(name: "standard", title: "Standard")

  /// The standard order, and the languages with another one.
  public static let all = [standard] + languages.map { SortLocale(name: $0.0, title: $0.1) }

  /// The locale with a name, or with the code of a language; `nil` for any other name.
  public static func named(_ name: String) -> SortLocale? {
    all.first { $0.name == name } ?? (languagesOfStandardOrder.contains(name) ? standard : nil)
  }

  private static let languagesOfStandardOrder: Set<String> = [
    "af", "ca", "de", "en", "eu", "fr", "ga", "id", "it", "lb", "ms", "nl", "pt", "sw", "zu",
  ]

  private static let languages = [
    ("sq", "Albanian"), ("ar", "Arabic"), ("hy", "Armenian"), ("az", "Azerbaijani"), ("be", "Belarusian"),
    ("bs", "Bosnian"), ("bg", "Bulgarian"), ("zh", "Chinese, by sound"),
    ("zh@collation=stroke", "Chinese, by strokes"), ("hr", "Croatian"), ("cs", "Czech"), ("da", "Danish"),
    ("eo", "Esperanto"), ("et", "Estonian"), ("fo", "Faroese"), ("fi", "Finnish"), ("ka", "Georgian"),
    ("de@collation=phonebook", "German, as in phone books"), ("el", "Greek"), ("he", "Hebrew"), ("hi", "Hindi"),
    ("hu", "Hungarian"), ("is", "Icelandic"), ("ja", "Japanese"), ("kk", "Kazakh"), ("ko", "Korean"),
    ("lv", "Latvian"), ("lt", "Lithuanian"), ("mk", "Macedonian"), ("mt", "Maltese"), ("nb", "Norwegian"),
    ("fa", "Persian"), ("pl", "Polish"), ("ro", "Romanian"), ("ru", "Russian"), ("se", "Northern Sami"),
    ("sr", "Serbian"), ("sk", "Slovak"), ("sl", "Slovenian"), ("es", "Spanish"),
    ("es@collation=traditional", "Spanish, with Ch and Ll"), ("sv", "Swedish"), ("th", "Thai"), ("tr", "Turkish"),
    ("uk", "Ukrainian"), ("vi", "Vietnamese"), ("cy", "Welsh"),
  ]
}
