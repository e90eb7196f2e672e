import Glibc

/// The variables of this process's environment.
package enum Environment {
  /// The value of a variable; `nil` when it is not set, or is empty.
  package static func value(of name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }
}
