/// The order of the parts of a name in a language, and the text between them.
///
/// It is a guess from the spelling of the two names. A person with a name that is written otherwise has a
/// ``Person/fullName``, which is shown instead.
enum NameOrder {
  /// `Ada Lovelace`.
  case firstNameFirst
  /// `Nguyễn Văn An`, `Nagy Anna`.
  case lastNameFirst
  /// `山田太郎`, `김철수`.
  case lastNameFirstUnspaced

  init(first: String, last: String) {
    if first.isEmpty || last.isEmpty {
      self = .firstNameFirst
    } else if EastAsianName.isWritten(first), EastAsianName.isWritten(last) {
      // Names in kana alone are transcriptions, which need the blank.
      let isKana = EastAsianName.isKana(first) && EastAsianName.isKana(last)
      self = isKana ? .lastNameFirst : .lastNameFirstUnspaced
    } else if Self.mayBeLatin(last),
      VietnameseName.isLikely(first: first, last: last) || HungarianName.isLikely(first: first, last: last)
    {
      self = .lastNameFirst
    } else {
      self = .firstNameFirst
    }
  }

  /// Whether a name may begin with a Latin letter, as all Vietnamese and Hungarian ones do; the first byte rules out
  /// other scripts.
  private static func mayBeLatin(_ name: String) -> Bool { name.utf8.first.map { $0 < 0xC7 } ?? false }

  /// The name that first and last name make; one of them may be empty.
  func join(_ first: String, _ last: String) -> String {
    if first.isEmpty || last.isEmpty { return first + last }
    return switch self {
    case .firstNameFirst: "\(first) \(last)"
    case .lastNameFirst: "\(last) \(first)"
    case .lastNameFirstUnspaced: last + first
    }
  }
}

/// Names in Chinese, Japanese and Korean scripts.
enum EastAsianName {
  /// Whether every character is of such a script.
  static func isWritten(_ name: String) -> Bool {
    // The first byte rules out most names.
    guard let byte = name.utf8.first, byte >= 0xE1 else { return false }
    return name.unicodeScalars.allSatisfy { isKana($0) || isIdeograph($0) || isHangul($0) }
  }

  /// Whether every character is kana.
  static func isKana(_ name: String) -> Bool { name.unicodeScalars.allSatisfy(isKana) }

  private static func isKana(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x3041...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F: true
    default: false
    }
  }

  private static func isIdeograph(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x3005...0x3007, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true
    default: false
    }
  }

  private static func isHangul(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x11FF, 0x3131...0x318F, 0xAC00...0xD7A3: true
    default: false
    }
  }
}

/// Names in Vietnamese spelling.
enum VietnameseName {
  /// Whether the last name is a Vietnamese family name, and one of the names has marks that only Vietnamese uses.
  static func isLikely(first: String, last: String) -> Bool {
    familyNames.contains(last) && (markedFamilyNames.contains(last) || hasMarks(first))
  }

  /// Whether a letter is used by no other language.
  private static func hasMarks(_ name: String) -> Bool {
    name.unicodeScalars.contains { scalar in
      switch scalar.value {
      // Ơ ơ Ư ư, the letters with a second mark, and the combining horn, hook and dot.
      case 0x1A0, 0x1A1, 0x1AF, 0x1B0, 0x1EA0...0x1EF9, 0x309, 0x31B, 0x323: true
      default: false
      }
    }
  }

  static let familyNames = markedFamilyNames.union(["Cao", "Kim", "Lam", "Mai", "Phan", "Tran", "Trinh", "La", "Doan"])

  private static let markedFamilyNames: Set<String> = [
    "Bùi", "Châu", "Chử", "Diệp", "Doãn", "Dương", "Đàm", "Đào", "Đặng", "Đinh", "Đoàn", "Đỗ", "Hà", "Hoàng", "Hồ",
    "Huỳnh", "Hứa", "Kiều", "Lâm", "Lê", "Lục", "Lương", "Lưu", "Lý", "Ngô", "Nguyễn", "Nghiêm", "Phạm", "Phùng",
    "Quách", "Tạ", "Tăng", "Thái", "Tô", "Tống", "Trần", "Triệu", "Trịnh", "Trương", "Từ", "Văn", "Võ", "Vũ", "Vương",
  ]
}

/// Names in Hungarian spelling.
enum HungarianName {
  /// Whether both are among the frequent names of Hungary.
  static func isLikely(first: String, last: String) -> Bool {
    familyNames.contains(last) && givenNames.contains(first.prefix { $0 != " " && $0 != "-" })
  }

  static let familyNames: Set<String> = Set(
    """
    Antal Bakos Balla Balog Balogh Balázs Barna Barta Bartók Bálint Bencze Benkő Bíró Bodnár Bognár Bogdán Boros \
    Borbély Budai Csonka Deák Dobos Dudás Erdei Faragó Farkas Fazekas Fehér Fekete Fodor Fábián Fülöp Gáspár Gulyás \
    Gál Hajdu Hajdú Halász Hegedüs Hegedűs Horváth Illés Jakab Jónás Juhász Katona Kelemen Kerekes Király Kis Kiss \
    Kocsis Kovács Kozma Kántor Lakatos László Lengyel Lukács Magyar Major Molnár Máté Mészáros Nagy Nemes Novák Németh \
    Olajos Oláh Orbán Orosz Orsós Pap Papp Pataki Pintér Pál Pásztor Péter Rácz Sándor Simon Sipos Soós Somogyi Szabó \
    Szalai Székely Szilágyi Szőke Szücs Szűcs Szekeres Sárközi Takács Tamás Tóth Török Varga Vass Vincze Virág Veres \
    Vörös Végh Váradi Jászai Puskás Ady Kodály Neumann Rubik
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  private static let givenNames: Set<Substring> = Set(
    """
    Adrienn Ágnes Ágota Alexandra Alíz Andrea Anett Anikó Anita Anna Annamária Aranka Attila Ádám Albert Ákos András \
    Antal Aurél Áron Árpád Balázs Barbara Barnabás Beáta Bence Bendegúz Benedek Bernadett Béla Bertalan Bianka \
    Boglárka Boldizsár Borbála Botond Brigitta Csaba Csenge Csilla Dalma Dániel Dávid Dénes Dezső Dominik Dorina Dorka \
    Dóra Dorottya Edina Edit Elemér Elek Elvira Emese Emma Emőke Endre Enikő Ernő Erika Erzsébet Eszter Etelka Éva \
    Evelin Fanni Ferenc Flóra Franciska Frigyes Fruzsina Gabriella Gábor Gáspár Gellért Gergely Gergő Géza Gitta \
    Gizella Gréta György Györgyi Gyula Győző Hajnalka Hanna Hedvig Henrietta Henrik Ibolya Ildikó Ilona Imre Irén Irma \
    István Iván Izabella János Jázmin Jenő Jolán József Judit Júlia Julianna Kamilla Kálmán Károly Katalin Kata Kinga \
    Kitti Klaudia Klára Kornél Kornélia Kristóf Krisztián Krisztina Krisztofer Lajos Laura László Lénárd Levente Lilla \
    Liliána Loránd Lóránt Luca Magdolna Margit Mária Mariann Marianna Márk Márton Márta Máté Mátyás Melinda Mihály \
    Miklós Milán Mónika Nándor Nikolett Nikoletta Noel Noémi Nóra Norbert Olivér Orsolya Ottó Olga Örs Pál Patrícia \
    Patrik Péter Petra Piroska Rebeka Regina Réka Renáta Richárd Rita Róbert Roland Rozália Rudolf Sándor Sára Sarolta \
    Sebestyén Szabina Szabolcs Szandra Szilárd Szilveszter Szilvia Szonja Tamás Tamara Teréz Terézia Tibor Tihamér \
    Tímea Titusz Tivadar Tünde Valéria Vanda Vencel Vera Veronika Vid Viktor Viktória Vilmos Vince Viola Virág Vivien \
    Zita Zoltán Zoé Zsanett Zsigmond Zsófia Zsolt Zsombor Zsuzsa Zsuzsanna Béni Marcell Endre
    """.split(whereSeparator: \.isWhitespace))
}
