import Glibc

extension VCardWriter {
  /// The present time as REV has it: `20261121T013000Z`.
  public static func now() -> String {
    var seconds = time(nil)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    let pad = { (number: Int32) in number < 10 ? "0\(number)" : "\(number)" }
    return "\(parts.tm_year + 1900)\(pad(parts.tm_mon + 1))\(pad(parts.tm_mday))"
      + "T\(pad(parts.tm_hour))\(pad(parts.tm_min))\(pad(parts.tm_sec))Z"
  }
}
