/// What the command line asks the previewer for.
struct PreviewOptions {
  /// The path of the scene file.
  var path = ""
  /// The properties that are set, by their paths.
  var values: [(path: String, value: String)] = []
  /// Whether the scene follows the file.
  var isWatching = false

  /// The name of the previewer and its options.
  static let form = "scene FILE [--set path=value]… [--watch]"
  /// How the previewer is called.
  static let usage = "usage: Examples \(form)"

  /// Reads the words after `scene`; `nil` for words that ask for nothing the previewer can do.
  init?(_ arguments: some Sequence<String>) {
    var isValue = false
    for argument in arguments {
      if isValue {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, !parts[0].isEmpty else { return nil }
        values.append((parts[0], parts[1]))
        isValue = false
      } else if argument == "--set" {
        isValue = true
      } else if argument == "--watch" {
        isWatching = true
      } else if path.isEmpty, !argument.hasPrefix("-") {
        path = argument
      } else {
        return nil
      }
    }
    guard !path.isEmpty, !isValue else { return nil }
  }
}
