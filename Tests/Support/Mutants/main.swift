// Makes small mistakes in a module, one at a time, and counts those that its tests find: “make mutants” runs it.
//
//     Mutants MODULES SEED COUNT NUMBERS PRODUCT…   mutates the first module, and runs the tests of all, in this order;
//                                                   NUMBERS is empty, or a list of mutants
//     Mutants FILE                                  prints a file with all its mutations
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
  guard words.count > 5, let seed = UInt64(words[2]), let count = Int(words[3]) else {
    report("Usage: Mutants MODULES SEED COUNT NUMBERS PRODUCT…, or Mutants FILE")
    exit(2)
  }
  let numbers = Set(words[4].split(separator: " ").compactMap { Int($0) })
  let modules = words[1].split(separator: " ").map(String.init)
  let survey = try Survey(modules: modules, seed: seed, products: Array(words[5...]))
  try survey.run(count: count, numbers: numbers)
} catch {
  report("✘ \(error)")
  exit(1)
}
