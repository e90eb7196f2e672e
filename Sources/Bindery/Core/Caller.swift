#if DEBUG
  import Runtime
#endif

/// Finds the caller of this module for reports of programmer errors, since an operator cannot take `#line`.
enum Caller {
  /// `, in PeopleViewController.viewDidLoad() at …/PeopleViewController.swift:48`; empty in release builds, and
  /// without symbols.
  static var description: String {
    #if DEBUG
      guard let frames = try? Backtrace.capture().symbolicated()?.frames else { return "" }
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
