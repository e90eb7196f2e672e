/// Accounts of instant messengers and social networks; the label names the service.
struct AccountContent: LabeledContent {
  var noun: String { "account" }
  var shortNoun: String { "account" }
  var hasMeaningInLabel: Bool { true }
  var usualLabels: [String] {
    [
      "Signal", "WhatsApp", "Telegram", "", "Jabber", "Matrix", "Skype", "Mastodon", "Facebook", "Instagram",
      "LinkedIn", "Twitter", "GitHub",
    ]
  }

  /// The address of a profile on the web.
  func link(to value: String) -> String? { LinkContent.page(value) }

  // MARK: Services

  /// A service that cards name in ways of their own.
  struct Service {
    let name: String
    /// The scheme of the URIs in IMPP lines.
    let scheme: String
    /// The names of the service's own properties.
    let properties: [String]

    init(_ name: String, scheme: String = "", _ properties: String...) {
      self.name = name
      self.scheme = scheme
      self.properties = properties
    }
  }

  /// The services; of those with the same scheme, the first is meant by a URI alone.
  static let services = [
    Service("Jabber", scheme: "xmpp", "X-JABBER"), Service("GTalk", scheme: "xmpp", "X-GTALK", "X-GOOGLE-TALK"),
    Service("AIM", scheme: "aim", "X-AIM"), Service("ICQ", scheme: "icq", "X-ICQ"),
    Service("MSN", scheme: "msnim", "X-MSN"), Service("Yahoo", scheme: "ymsgr", "X-YAHOO"),
    Service("Skype", scheme: "skype", "X-SKYPE", "X-SKYPE-USERNAME"), Service("QQ", scheme: "mqq", "X-QQ"),
    Service("Gadu-Gadu", scheme: "gg", "X-GADUGADU"), Service("GroupWise", "X-GROUPWISE"),
    Service("SIP", scheme: "sip", "X-SIP"), Service("Matrix", scheme: "matrix", "X-MATRIX"),
    Service("Telegram", scheme: "tg", "X-TELEGRAM"), Service("Signal", scheme: "sgnl", "X-SIGNAL"),
    Service("WhatsApp", scheme: "whatsapp", "X-WHATSAPP"), Service("Twitter", "X-TWITTER"),
    Service("Facebook", "X-FACEBOOK"), Service("LinkedIn", "X-LINKEDIN"), Service("Mastodon", "X-MASTODON"),
    Service("Instagram", "X-INSTAGRAM"), Service("GitHub", "X-GITHUB"),
  ]

  /// The names of cards' lines with accounts, apart from IMPP.
  static let properties =
    ["X-SOCIALPROFILE", "SOCIALPROFILE", "X-MS-IMADDRESS", "X-EVOLUTION-IM"] + services.flatMap(\.properties)
}
