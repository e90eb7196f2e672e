import Glibc

/// The variables of this process's environment.
package enum Environment {
  /// The value of a variable; `nil` when it is not set, is empty, or is not valid UTF-8.
  package static func value(of name: String) -> String? {
    getenv(name).flatMap { String(validatingCString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether a variable is set to a value that is not valid UTF-8.
  package static func isMalformed(_ name: String) -> Bool {
    getenv(name).map { String(validatingCString: $0) == nil } ?? false
  }
}
