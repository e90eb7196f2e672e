extension PersonFormat {
  private static let version = WriterOption(
    name: "vcard-version", choices: [VCardVersion.v3, .v4].map(\.rawValue), help: "The version of vCard.")

  /// Contact cards of versions 2.1, 3.0 and 4.0.
  public static let vcard = PersonFormat(
    "vcard", title: "vCard", fileExtensions: ["vcf", "vcard"], writerOptions: [version],
    recognise: { beginning in
      // A card may have lost its first line. Headings of a table, `N;Phone`, have no colon.
      let starts = ["VERSION:2.1", "VERSION:3.0", "VERSION:4.0", "FN:", "FN;", "N:", "N;"]
      let first = beginning.firstLine.uppercased()
      // A cell of a table may hold a card.
      if !first.contains(":"), CSVHeadings.areCertain(beginning.firstLine) { return false }
      return first.contains(":") && starts.contains(where: first.hasPrefix)
        || beginning.lines.contains { $0.drop(while: \.isWhitespace).prefix(11).uppercased() == "BEGIN:VCARD" }
    },
    mayBe: { beginning in
      // The beginning of the first card may be damaged.
      let names = ["BEGIN", "END", "VERSION", "FN", "N", "TEL", "EMAIL"]
      return beginning.lines.contains { line in
        names.contains(line.prefix { $0 != ":" && $0 != ";" }.trimmingPrefix(while: \.isWhitespace).uppercased())
      }
    },
    reader: { source, _ in VCardReader(source) },
    writer: { options in
      VCardWriter(version: options[version.name].flatMap(VCardVersion.init) ?? .v3)
    })
}
