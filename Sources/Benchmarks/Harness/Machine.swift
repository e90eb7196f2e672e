import FoundationEssentials
import Glibc

/// The machine of a run, which its figures depend on.
enum Machine {
  /// Its processors, memory and system, in one line.
  static var description: String {
    let processor = value(of: "model name", in: "/proc/cpuinfo") ?? "unknown processor"
    let memory = Double(sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))) / Double(1 << 30)
    let system = value(of: "PRETTY_NAME", in: "/etc/os-release") ?? "unknown system"
    let kernel = text(of: "/proc/sys/kernel/osrelease").prefix { $0 != "-" && $0 != "\n" }
    return "\(sysconf(Int32(_SC_NPROCESSORS_ONLN))) × \(processor), \(Int(memory.rounded())) GiB, \(system), "
      + "Linux \(kernel)"
  }

  /// The value of the first line `name: value` or `name="value"`.
  private static func value(of name: String, in path: String) -> String? {
    let line = text(of: path).split(separator: "\n").first { $0.hasPrefix(name) }
    return line?.split { ":=\"".contains($0) }.last.map { String($0.drop { $0 == " " }) }
  }

  private static func text(of path: String) -> String {
    (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
  }
}
