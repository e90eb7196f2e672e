/// Makes a person of the cells of one record.
struct CSVPersonBuilder {
  private let table: CSVTable
  private(set) var person = Person()
  /// The name in one piece.
  private(set) var wholeName = ""
  /// The label of the next value.
  private var label = ""
  private var otherLabel = ""
  private var addresses = CSVAddresses()
  /// The parts of a birthday.
  private var born: [CSVColumn: String] = [:]
  /// The lines of the note for cells that no field has taken.
  private(set) var others: [String] = []
  /// What was kept in another form.
  private(set) var notes: [String] = []
  /// The values that no field can hold.
  private(set) var foreign = CSVForeignValues()
  private let dateOrders: CSVDateOrders
  /// The cells of columns that are left out.
  private var ignored: [(index: Int, text: String)] = []

  init(_ cells: [String], of table: CSVTable, dateOrders: CSVDateOrders = CSVDateOrders()) {
    self.table = table
    self.dateOrders = dateOrders
    for (index, cell) in cells.enumerated() {
      add(cell, at: index, index < table.columns.count ? table.columns[index] : nil)
    }
    finishBirthday()
    finishAddresses()
    finishName()
    finishIgnored()
    if !others.isEmpty { person.note = ([person.note].filter { !$0.isEmpty } + others).joined(separator: "\n") }
  }

  private mutating func add(_ cell: String, at index: Int, _ column: CSVTable.Column?) {
    if cell.isEmpty {
      // A label belongs to the next value, even if that is missing.
      switch column?.meaning {
      case .field(_, _?): label = ""
      case .other: otherLabel = ""
      default: break
      }
      return
    }
    if table.isNothing(cell, in: column) { return }
    switch column?.meaning {
    case .field(_, let label): addValue(cell, label: label, at: index, column)
    case .address(let part, of: let address):
      addresses.add(CSVCell(text: cell, label: nil, isOurs: false), part, of: address)
    case .id where table.isID(cell): person.id = cell
    case .name: set(\.wholeName, cell, column)
    case .label: label = Self.label(cell)
    case .birthYear, .birthMonth, .birthDay: if let column { born[column.meaning] = cell }
    case .otherLabel: otherLabel = Self.label(cell)
    // The numbers of other programs are not ids.
    case .other, .id, nil: keep(Self.withoutStar(cell), under: Self.heading(column?.heading, label: take(\.otherLabel)))
    case .ignored: ignored.append((index, cell))
    }
    if column == nil || column?.meaning == .other { foreign.keep(inColumn: index) }
  }

  private mutating func addValue(_ text: String, label: String?, at index: Int, _ column: CSVTable.Column?) {
    let label = label.map { $0.isEmpty ? take(\.label) : $0 }
    do {
      let cell = CSVCell(text: text, label: label, isOurs: table.isOurs, dateOrder: dateOrders.order(inColumn: index))
      if try column?.kind?.read(cell, into: &person) != true { keep(text, under: column?.heading) }
    } catch {
      keep(text, under: column?.heading)
      notes.append("\(error) It is kept in the note.")
    }
  }

  private mutating func set(_ path: WritableKeyPath<Self, String>, _ cell: String, _ column: CSVTable.Column?) {
    if self[keyPath: path].isEmpty { self[keyPath: path] = cell } else { keep(cell, under: column?.heading) }
  }

  private mutating func take(_ path: WritableKeyPath<Self, String>) -> String {
    defer { self[keyPath: path] = "" }
    return self[keyPath: path]
  }

  private mutating func keep(_ cell: String, under heading: String?) {
    if !cell.isEmpty { others.append((heading.map { "\($0): " } ?? "") + cell) }
  }

  // MARK: The end

  private mutating func finishBirthday() {
    if born.isEmpty { return }
    let parts = [CSVColumn.birthYear, .birthMonth, .birthDay].map { born[$0].map(Int.init) ?? .none }
    if parts[0] != nil || born[.birthYear] == nil {
      person.birthday = parts[1].flatMap { month in
        parts[2].flatMap { PartialDate(year: parts[0], month: month, day: $0) }
      }
    }
    guard person.birthday == nil else { return }
    let words = [born[.birthYear], born[.birthMonth], born[.birthDay]].map { $0 ?? "?" }
    keep(words.joined(separator: "-"), under: "Birthday")
    notes.append("The birthday is not a date. It is kept in the note.")
  }

  private mutating func finishAddresses() {
    let (values, rest) = addresses.values(label: Self.label)
    person.addresses += values
    for text in rest { keep(text, under: "Address") }
  }

  private mutating func finishName() {
    if !table.isOurs, !person.firstName.isEmpty, !person[.middleName].isEmpty {
      // The table shows the middle names, as FN does in a card.
      let names = "\(person.firstName) \(person[.middleName])"
      person.setFullName(NameOrder(first: names, last: person.lastName).join(names, person.lastName))
    }
    if wholeName.isEmpty { return }
    if table.isOurs || !person.hasName {
      person.setFullName(wholeName)
    } else if !saysName(wholeName) {
      keep(wholeName, under: table.columns.first { $0.meaning == .name }?.heading)
    }
  }

  /// Whether the parts of the name have all words of a text.
  private func saysName(_ text: String) -> Bool {
    let parts = [person.name, person[.prefix], person[.suffix]]
    return text == person.name
      || Set(parts.flatMap(FieldCatalogue.words)).isSuperset(of: FieldCatalogue.words(in: text))
  }

  /// Counts the cells that are lost with their columns.
  ///
  /// “Lovelace, Ada” and “A. L.” are lost without a loss where the person has the name.
  private mutating func finishIgnored() {
    if ignored.isEmpty { return }
    let values = FieldCatalogue.current.fields.flatMap { $0.kind.values(of: person).map(\.value) }
    let known = Set(([wholeName, person.name] + values).flatMap(FieldCatalogue.words))
    let initials = Set(known.compactMap(\.first))
    for (index, text) in ignored {
      let isKnown = FieldCatalogue.words(in: text).allSatisfy { word in
        known.contains(word) || word.count <= 4 && word.allSatisfy(initials.contains)
      }
      if !isKnown { foreign.leaveOut(inColumn: index) }
    }
  }

  // MARK: Texts of other programs

  /// `Website (home)` for the value `Website 1 - Value` with a label.
  private static func heading(_ heading: String?, label: String) -> String? {
    guard let heading, !label.isEmpty else { return heading }
    let words = heading.split(separator: " ").filter { !$0.allSatisfy(\.isNumber) && $0 != "-" }
    return "\(words.dropLast().joined(separator: " ")) (\(label))"
  }

  /// A label in lower case, without Google's star and Apple's brackets.
  private static func label(_ cell: String) -> String {
    var label = withoutStar(cell)
    if label.hasPrefix("_$!<"), label.hasSuffix(">!$_") { label = String(label.dropFirst(4).dropLast(4)) }
    return label.lowercased()
  }

  /// Google marks the preferred one of several with a star.
  private static func withoutStar(_ cell: String) -> String {
    cell == "*" ? "" : cell.hasPrefix("* ") ? String(cell.dropFirst(2)) : cell
  }
}
