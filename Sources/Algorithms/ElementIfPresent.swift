extension RandomAccessCollection {
  /// The element at an index; `nil` for an out-of-range index.
  ///
  ///     [1, 2][ifPresent: 2]  // nil
  public subscript(ifPresent index: Index) -> Element? {
    index >= startIndex && index < endIndex ? self[index] : nil
  }
}
