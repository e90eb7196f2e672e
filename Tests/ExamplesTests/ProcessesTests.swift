import FoundationEssentials
import TUIKit
import TUITesting
import TestSupport
import Testing
import Time

@testable import Examples

@Suite @MainActor struct ProcessesTests {
  private let place = TemporaryFolder()
  private var folder: URL { URL(filePath: place.path) }

  private func write(_ id: Int, _ name: String, _ memory: Int) throws {
    let process = folder.appending(path: "\(id)")
    try FileManager.default.createDirectory(at: process, withIntermediateDirectories: true)
    let text = "Name:\t\(name)\nState:\tS (sleeping)\nVmRSS:\t    \(memory) kB\n"
    try Data(text.utf8).write(to: process.appending(path: "status"))
  }

  @Test func `processes appear, change and disappear while shown`() throws {
    try write(1, "init", 10)
    try write(20, "shell", 30)
    var hasQuit = false
    let controller = ProcessesViewController(folder: folder.path) { hasQuit = true }
    let pilot = ApplicationPilot(root: controller, size: Size(width: 60, height: 10))
    try pilot.waitFor("2 processes")
    #expect(pilot.screen.line(1).hasPrefix("▌ 1  init"))
    #expect(pilot.screen.line(1).hasSuffix("10 kB"))
    try write(20, "shell", 31)
    try write(7, "editor", 5)
    try FileManager.default.removeItem(at: folder.appending(path: "1"))
    try pilot.waitUntil("the next look") { $0.contains("editor") && $0.contains("31 kB") && !$0.contains("init") }
    #expect(pilot.screen.row(of: "editor") == 1)
    try pilot.press("q")
    #expect(hasQuit)
  }

  @Test func `the tutorial shows the whole program`() throws {
    let root = (#filePath as String).split(separator: "/").dropLast(3).map { "/\($0)" }.joined()
    func text(_ path: String) throws -> String { try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8) }
    let program = try text("Sources/Examples/Processes.swift")
    let article = try text("Sources/TUIKit/TUIKit.docc/AProcessList.md")
    let blocks = article.components(between: "```swift\n", and: "```\n")
    #expect(blocks.joined().filter { !$0.isWhitespace } == program.filter { !$0.isWhitespace })
    // About sixty lines, not counting those for the layout.
    #expect(program.split(separator: "\n").count <= 75)
  }

  @Test func `it reads the processes of this machine`() throws {
    let pilot = ApplicationPilot(root: ProcessesViewController {}, size: Size(width: 60, height: 200))
    try pilot.waitFor("processes")
    #expect(pilot.screen.contains("\(ProcessInfo.processInfo.processIdentifier)  "))
  }
}

extension String {
  /// The text between each `start` and the next `end`.
  fileprivate func components(between start: String, and end: String) -> [Substring] {
    var found: [Substring] = []
    var rest = self[...]
    while let begin = rest.firstRange(of: start), let stop = rest[begin.upperBound...].firstRange(of: end) {
      found.append(rest[begin.upperBound..<stop.lowerBound])
      rest = rest[stop.upperBound...]
    }
    return found
  }
}
