// Makes small mistakes in modules, one at a time, and counts those that their tests find: “make mutants” runs it.
//
//     Mutants SEED COUNT NAMES PRODUCTS MODULES…   mutates the first module of each list, and runs the tests of all
//                                                  in it; NAMES is empty, or a list such as “RIV:17”
//     Mutants FILE                                 prints a file with all its mutations
import FoundationEssentials
import Glibc

// A program that outlives its tests keeps no file of the caller open, such as a lock.
for descriptor in 3..<64 as Range<Int32> { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
let words = CommandLine.arguments
do {
  if words.count == 2 {
    let text = try String(contentsOfFile: words[1], encoding: .utf8)
    let mutations = MutationFinder(text).mutations.enumerated().map { (number: $0.offset + 1, mutation: $0.element) }
    print(MutatedFile(text, mutations).text, terminator: "")
    exit(0)
  }
  guard words.count > 5, let seed = UInt64(words[1]), let count = Int(words[2]) else {
    report("Usage: Mutants SEED COUNT NAMES PRODUCTS MODULES…, or Mutants FILE")
    exit(2)
  }
  let names = Set(words[3].split(separator: " ").map(String.init))
  let products = words[4].split(separator: " ").map(String.init)
  let survey = try Survey(words[5...].compactMap(MutatedModule.init), seed: seed, products: products)
  try survey.run(count: count, names: names)
} catch {
  report("✘ \(error)")
  exit(1)
}
