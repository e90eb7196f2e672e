/// A person in the book.
///
/// Fields with behaviour of their own have a property: the name, the lists, the birthday. All other texts are kept
/// under their ``TextKey``, so that a new text field only needs its entry in the ``FieldCatalogue``.
public struct Person: Hashable, Sendable, Identifiable {
  /// The key path of a value of a person.
  public typealias Path<Value> = WritableKeyPath<Person, Value> & Sendable

  /// The row's number in the book; 0 until the person is inserted.
  ///
  /// Lists order row numbers.
  public var row: Int64 = 0
  /// The identifier outside this book: a lower-case UUID, or the UID of the card that the person was read from.
  public var id: String = ""
  /// The first name.
  ///
  /// A change discards ``fullName``, which was written for the old one.
  public var firstName = "" { didSet { if firstName != oldValue { fullName = "" } } }
  /// The last name.
  ///
  /// A change discards ``fullName``, which was written for the old one.
  public var lastName = "" { didSet { if lastName != oldValue { fullName = "" } } }
  /// The name in full where it says more than first and last name: `Mr. John Q. Public, Esq.`; else empty.
  ///
  /// Readers set it with ``setFullName(_:keepsOrder:)``, after the other fields.
  public var fullName = ""
  /// The e-mail addresses, the preferred one first.
  public var emails: [LabeledValue] = []
  /// The phone numbers, the preferred one first.
  public var phones: [LabeledValue] = []
  /// The addresses of pages on the web.
  public var links: [LabeledValue] = []
  /// The accounts of messengers and social networks, each with the name of the service as its label.
  public var accounts: [LabeledValue] = []
  /// The postal addresses, each as the ``PostalAddress/text`` of one.
  public var addresses: [LabeledValue] = []
  /// Anniversaries and other days, each as the ``WrittenDate/text`` of one.
  public var dates: [LabeledValue] = []
  /// The related people, each by name or by id; the label says what they are to this person, such as `spouse`.
  public var related: [LabeledValue] = []
  /// The birthday, which may be in words; `nil` when it is unknown.
  public var writtenBirthday: WrittenDate?
  /// The tags.
  public var tags: [String] = []
  /// The note, which may have several lines.
  public var note = ""
  /// The lines of the person's card that no field holds as they were written: unfolded vCard lines in their order.
  public var otherProperties: [String] = []
  /// Properties of the card itself: the order of its lines, and its revision time.
  ///
  /// Only the vCard writer reads it.
  public var cardFrame = ""
  /// The texts by the slots of their keys, without empty ones at the end: equal people have equal arrays.
  private var texts: [String] = []

  /// Makes a person with empty fields.
  public init() {}

  /// The day of the birthday; `nil` when it is unknown or in words.
  public var birthday: PartialDate? {
    get { writtenBirthday?.day }
    set { writtenBirthday = newValue.map(WrittenDate.day) }
  }

  /// Whether this is a record of the book, and not the stand-in for one that could not be read.
  public var isRead: Bool { !id.isEmpty }

  /// The text under a key; empty until it is set.
  ///
  /// - Complexity: O(1) to read; O(*n*) to set, where *n* is the number of texts.
  public subscript(key: TextKey) -> String {
    get { key.slot < texts.count ? texts[key.slot] : "" }
    set {
      if key.slot < texts.count {
        texts[key.slot] = newValue
      } else if !newValue.isEmpty {
        // Room for the texts that usually follow.
        texts.reserveCapacity(max(key.slot + 1, 4))
        while texts.count < key.slot { texts.append("") }
        texts.append(newValue)
      }
      if newValue.isEmpty { while texts.last?.isEmpty == true { texts.removeLast() } }
    }
  }
}

/// The key of a person's text that has no property of its own.
public struct TextKey: Hashable, Sendable {
  let slot: Int

  /// Creates a key.
  ///
  /// - Parameter slot: A number from 0 that no other text of the catalogue has. It should be small: a person has room
  ///   for all lower numbers.
  public init(slot: Int) {
    self.slot = slot
  }
}

/// One of several values of a field, with a label: the e-mail address for `work`.
public struct LabeledValue: Hashable, Sendable, Codable {
  /// `work`, `home`, `mobile`, or any text; may be empty.
  public var label: String
  /// The address or number as it was written.
  public var value: String

  /// Makes a value with a label.
  public init(label: String = "", value: String) {
    self.label = label
    self.value = value
  }
}
