import FoundationEssentials
import Glibc

/// The decoder that the variable `FUZZ_TARGET` names.
@MainActor private let target = getenv("FUZZ_TARGET").flatMap { FuzzTarget(rawValue: String(cString: $0)) }

/// Runs an input of libFuzzer, which calls it on the main thread.
@_cdecl("LLVMFuzzerTestOneInput") public func runInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let input = Array(UnsafeBufferPointer(start: bytes, count: count))
  MainActor.assumeIsolated {
    guard let target else { preconditionFailure("FUZZ_TARGET names no decoder") }
    target.run(input)
  }
  return 0
}

#if !FUZZER
  /// Runs the files of the folders that its arguments name; `make fuzz` builds it with libFuzzer instead of this.
  @main @MainActor
  enum FuzzProgram {
    static func main() throws {
      guard let target else { exit(2) }
      for folder in CommandLine.arguments.dropFirst() {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        for name in names {
          let bytes = try Data(contentsOf: URL(filePath: "\(folder)/\(name)"))
          target.run(Array(bytes))
        }
        print("\(folder): \(names.count) inputs")
      }
    }
  }
#endif
