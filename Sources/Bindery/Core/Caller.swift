#if DEBUG
  import Runtime
#endif

/// Finds the caller of this module for reports of programmer errors, since an operator cannot take `#line`.
enum Caller {
  /// More frames than this module has between a binding and its report; in a large program, each takes half a second.
  private static let depth = 12

  /// `, in PeopleViewController.viewDidLoad() at …/PeopleViewController.swift:48`; empty in release builds, and
  /// without symbols.
  static var description: String {
    #if DEBUG
      let trace = try? Backtrace.capture(limit: depth, top: 0)
      guard let frames = trace?.symbolicated(options: .showSourceLocations)?.frames else { return "" }
      for frame in frames {
        guard let symbol = frame.symbol, let place = symbol.sourceLocation,
          !place.path.contains("/Sources/Bindery/"), place.line > 0
        else { continue }
        return ", in \(symbol.name) at \(place.path):\(place.line)"
      }
    #endif
    return ""
  }
}
