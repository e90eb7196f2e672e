import FoundationEssentials

/// The build products beside the running tests.
public enum Built {
  /// The folder of the tests' own executable.
  private static let folder: String = {
    let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return tests.split(separator: "/").dropLast().map { "/\($0)" }.joined()
  }()

  /// The path of a program of this package.
  public static func program(_ name: String) -> String { "\(folder)/\(name)" }

  /// The environment for a program of this package that shall inherit nothing but the mutant that is switched on.
  public static func environment(_ variables: [String: String] = [:]) -> [String: String] {
    ProcessInfo.processInfo.environment.filter { $0.key == "MUTANT" }.merging(variables) { $1 }
  }

  /// The path of a program of this package in a build for release, which may not have been made.
  public static func release(_ name: String) -> String { "\(folder)/../release/\(name)" }

  /// The folder in which the compiler finds the modules of this package.
  static var modules: String { "\(folder)/Modules" }

  /// The index that the compiler writes of every symbol that the package declares and uses.
  public static var index: String { "\(folder)/index/store" }

  /// The module map of a C target.
  public static func moduleMap(of target: String) -> String { "\(folder)/\(target).build/module.modulemap" }
}
