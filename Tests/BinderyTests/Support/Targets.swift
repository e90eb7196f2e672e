import Bindery
import TUIKit

/// A target that is neither a view nor a view controller.
final class PlainTarget {
  var text = ""
  var optional: String?
  var writes = 0

  @MainActor var textBinding: Binding<PlainTarget, String> {
    Binding(self, "text") {
      $0.text = $1
      $0.writes += 1
    }
  }

  @MainActor var optionalBinding: Binding<PlainTarget, String?> { Binding(self, "optional") { $0.optional = $1 } }
}

struct Refusal: Error, CustomStringConvertible {
  var description = "It was refused."
}
