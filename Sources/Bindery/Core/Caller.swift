#if DEBUG
  import Runtime
#endif

/// Finds the caller of this module for reports of programmer errors, since an operator cannot take `#line`.
enum Caller {
  /// More frames than this module has between a binding and its report; in a large program, looking up one takes half a
  /// second.
  private static let depth = 12

  /// `, in PeopleViewController.viewDidLoad() at …/PeopleViewController.swift:48`; empty in release builds, and
  /// without symbols.
  static var description: String {
    #if DEBUG
      for offset in 0..<depth {
        // One frame, and the sign that others were left out.
        let trace = try? Backtrace.capture(limit: 2, offset: offset, top: 0)
        // Without its place, a frame is found much faster.
        guard let name = trace?.symbolicated(options: [])?.frames.first?.symbol?.rawName, !name.hasPrefix("$s7Bindery"),
          let symbol = trace?.symbolicated(options: .showSourceLocations)?.frames.first?.symbol,
          let place = symbol.sourceLocation, !place.path.contains("/Sources/Bindery/"), place.line > 0
        else { continue }
        return ", in \(symbol.name) at \(place.path):\(place.line)"
      }
    #endif
    return ""
  }
}
