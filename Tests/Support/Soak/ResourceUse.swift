import FoundationEssentials
import Glibc

/// The memory and the file descriptors of a program, sampled over its life.
struct ResourceUse {
  let name: String
  private var memory: [Int] = []
  private var descriptors: [Int] = []

  init(_ name: String) {
    self.name = name
  }

  mutating func sample(_ process: pid_t) {
    let lines = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
    let line = lines.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
    let files = try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd")
    guard let kilobytes = line?.split(whereSeparator: { $0 == " " || $0 == "\t" })[1], let files else { return }
    memory.append(Int(kilobytes) ?? 0)
    descriptors.append(files.count)
  }

  /// The figures before and after, for the report.
  var summary: String {
    "\(name): \(median(memory, 0.25..<0.5)) kB, then \(median(memory, 0.75..<1)) kB of memory; "
      + "\(median(descriptors, 0.25..<0.5)) descriptors, then \(median(descriptors, 0.75..<1))"
  }

  /// What has grown between the second quarter of the run and its last.
  var growth: [String] {
    guard memory.count >= 8 else { return ["\(name): only \(memory.count) samples"] }
    let (early, late) = (median(memory, 0.25..<0.5), median(memory, 0.75..<1))
    let hasMoreMemory = late > early + early / 4 + 4_096
    let hasMoreDescriptors = median(descriptors, 0.75..<1) > median(descriptors, 0.25..<0.5) + 2
    return hasMoreMemory || hasMoreDescriptors ? ["It has grown. \(summary)"] : []
  }

  private func median(_ values: [Int], _ part: Range<Double>) -> Int {
    let count = Double(values.count)
    let sorted = values[Int(part.lowerBound * count)..<Int(part.upperBound * count)].sorted()
    return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
  }
}
