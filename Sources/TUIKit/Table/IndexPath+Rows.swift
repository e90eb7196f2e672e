import FoundationEssentials

extension IndexPath {
  /// A row of a section, both counted from 0.
  public init(row: Int, section: Int) {
    self.init(indexes: [section, row])
  }

  /// The first index; 0 when the path is empty.
  public var section: Int { isEmpty ? 0 : self[0] }

  /// The second index; 0 when the path is shorter than that.
  public var row: Int { count > 1 ? self[1] : 0 }
}
