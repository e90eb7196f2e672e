// Uses a shared book at random for some seconds, and checks that nothing was lost: “make soak” runs it.
//
//     Soak SECONDS SEED CLOCK-LIBRARY
import Glibc

let words = CommandLine.arguments
guard words.count == 4, let seconds = Double(words[1]), let seed = UInt64(words[2]) else {
  report("Usage: Soak SECONDS SEED CLOCK-LIBRARY")
  exit(2)
}
report("Seed \(seed), \(Int(seconds)) seconds.")
do {
  let findings = try Soak(seed: seed, clockLibrary: words[3]).run(seconds: seconds)
  for finding in findings { report("✘ \(finding)") }
  report(findings.isEmpty ? "Nothing was lost, and nothing has grown." : "Repeat it with SOAK_SEED=\(seed).")
  exit(findings.isEmpty ? 0 : 1)
} catch {
  report("✘ \(error)\nRepeat it with SOAK_SEED=\(seed).")
  exit(1)
}
