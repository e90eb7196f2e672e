/// Dates and times: `18151210` and `20260101T103000Z` in vCards, `1815-12-10` and `2026-01-01T10:30:00Z` in jCards.
///
/// A text that is neither is the same in both.
enum VCardTime {
  /// The form of jCards.
  static func extended(_ text: String) -> String {
    guard let (day, time, zone) = parts(of: text) else { return text }
    if time.isEmpty { return day }
    let pieces = [time.prefix(2), time.dropFirst(2).prefix(2), time.dropFirst(4)]
    return day + "T" + pieces.joined(separator: ":") + zone
  }

  /// The form of vCards of version 4.
  static func basic(_ text: String) -> String {
    guard let (day, time, zone) = parts(of: text) else { return text }
    let digits = (day.hasPrefix("--") ? "--" : "") + day.filter { $0 != "-" }
    return time.isEmpty ? digits : digits + "T" + time + zone
  }

  /// The day in the form of jCards, the six digits of the time, and the zone; `nil` for other texts.
  private static func parts(of text: String) -> (day: String, time: String, zone: String)? {
    let start = text.firstIndex(of: "T") ?? text.endIndex
    guard let day = start == text.startIndex ? "" : PartialDate(iso: String(text[..<start]))?.iso else { return nil }
    let time = text[start...].dropFirst().filter { $0 != ":" }
    if start == text.endIndex { return (day, "", "") }
    let zone = time.dropFirst(6)
    let isZone = zone.isEmpty || zone == "Z" || "+-".contains(zone.prefix(1)) && isDigits(zone.dropFirst())
    guard time.count >= 6, isDigits(time.prefix(6)), isZone else { return nil }
    return (day, String(time.prefix(6)), String(zone))
  }

  private static func isDigits(_ text: some StringProtocol) -> Bool { text.utf8.allSatisfy { 0x30...0x39 ~= $0 } }
}
