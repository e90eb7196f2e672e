/// The name of a subject in reports: the one that it was given, or the place where it was created.
public struct SourceLabel: Sendable, CustomStringConvertible {
  @usableFromInline let name: StaticString?
  @usableFromInline let file: StaticString
  @usableFromInline let line: UInt

  @inlinable
  init(name: StaticString?, file: StaticString, line: UInt) {
    self.name = name
    self.file = file
    self.line = line
  }

  public var description: String {
    if let name { return "\(name)" }
    return "\(file):\(line)"
  }
}
