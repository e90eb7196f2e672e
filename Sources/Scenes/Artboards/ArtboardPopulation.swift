/// The number of artboards that one artboard contains, directly or nested, itself included.
///
/// Artboards that contain several others multiply with each level, so a small file could ask for millions.
@MainActor
final class ArtboardPopulation {
  var count = 0

  var isFull: Bool { count >= FileContent.artboardLimit }
}
