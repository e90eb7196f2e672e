extension Scene {
  /// The cells of each instance that a nested artboard or the row of a list shows.
  ///
  /// An instance that is shown several times has the cells of one of them. An instance of a row that is not visible is
  /// left out.
  ///
  /// - Complexity: O(*n*), where *n* is the number of visible nested artboards and rows.
  public var instanceFrames: [ViewModelInstance: CellRect] {
    var frames: [ViewModelInstance: CellRect] = [:]
    Self.collect(artboard, atX: 0, y: 0, into: &frames)
    return frames
  }

  private static func collect(
    _ artboard: Artboard, atX x: Int, y: Int, into frames: inout [ViewModelInstance: CellRect]
  ) {
    for content in artboard.contents {
      for (machine, place) in content.visibleArtboards {
        let frame = place.offset(x: x, y: y)
        if let instance = machine.artboard.context?.instance { frames[instance] = frame }
        collect(machine.artboard, atX: frame.x, y: frame.y, into: &frames)
      }
    }
  }
}
