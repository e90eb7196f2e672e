import FoundationEssentials
import Glibc

// Benchmarks [--output FILE] [--scripts N] [--chart FILE] [--peers FOLDER] [--rows N]… [GROUP…]: measures all groups,
// or the named ones, and compares them with their baselines. N scripts are typed into the program; a full run types
// 1,000. The chart is that of the group `growth`. The group `peers` compares with programs in a folder, at the given
// numbers of rows.

if CommandLine.arguments.dropFirst().first == ProcessRole.option {
  let rest = CommandLine.arguments.dropFirst(2)
  guard let role = rest.first.flatMap(ProcessRole.init) else { exit(2) }
  try await role.play(Array(rest.dropFirst()))
  exit(0)
}

ActorsServer.play(Array(CommandLine.arguments.dropFirst()))

let groups = [
  BenchmarkGroup(name: "reactive") { bench in
    let figures =
      reactiveDeliveryBenchmarks() + reactiveSubscriptionBenchmarks() + reactiveChangesetBenchmarks()
    for figure in figures { bench.record(figure) }
    for figure in await reactiveEdgeBenchmarks() { bench.record(figure) }
  },
  BenchmarkGroup(name: "riv") { bench in
    FeatureBenchmarks.run(bench)
    await FeatureBenchmarks.runEffects(bench)
    try SearchBenchmarks.run(bench)
  },
  BenchmarkGroup(name: "bindery", run: BinderyBenchmarks.run),
  BenchmarkGroup(name: "scenes", run: SceneBenchmarks.run),
  BenchmarkGroup(name: "persistence", run: PersistenceBenchmarks.run),
  BenchmarkGroup(name: "actors", run: ActorBenchmarks.run),
  BenchmarkGroup(name: "replication", run: ReplicationBenchmarks.run),
  BenchmarkGroup(name: "tuikit", run: TUIKitBenchmarks.run),
  BenchmarkGroup(name: "commandline", run: CommandLineBenchmarks.run),
  BenchmarkGroup(name: "endtoend", run: EndToEnd.run),
  BenchmarkGroup(name: "growth") { bench in
    let curves = try GrowthBenchmarks.curves(bench)
    if let chart { try Data(GrowthChart(curves: curves).svg.utf8).write(to: URL(filePath: chart)) }
  },
  BenchmarkGroup(name: "peers", isOnlyRunByName: true) { bench in
    guard let peers else { throw NotMeasured("the other programs are installed by `make bench-peers`") }
    let sizes = rows.isEmpty ? [10_000, 100_000, 1_000_000] : Set(rows).sorted()
    try PeerBenchmarks(folder: peers, sizes: sizes).run(bench)
  },
]

var arguments = CommandLine.arguments.dropFirst()
var output: String?
var chart: String?
var scripts = 200
var peers: String?
var rows: [Int] = []
var wanted: Set<String> = []
while let argument = arguments.popFirst() {
  switch argument {
  case "--output": output = arguments.popFirst()
  case "--chart": chart = arguments.popFirst()
  case "--peers": peers = arguments.popFirst()
  case "--rows": rows += arguments.popFirst().flatMap { Int($0) }.map { [$0] } ?? []
  case "--scripts": scripts = arguments.popFirst().flatMap { Int($0) } ?? scripts
  default: wanted.insert(argument.lowercased())
  }
}
let unknown = wanted.subtracting(groups.map(\.name))
guard unknown.isEmpty else {
  let names = [groups.map(\.name), unknown.sorted()].map { $0.joined(separator: ", ") }
  print("There are benchmarks for \(names[0]); none for \(names[1]).")
  exit(2)
}

let table = FigureTable()
print(Machine.description)
var figures: [Figure] = []
var failures = 0
for group in groups where wanted.contains(group.name) || (wanted.isEmpty && !group.isOnlyRunByName) {
  table.header(group.name)
  let bench = Bench(module: group.name, scripts: scripts, show: table.show)
  do {
    try await group.run(bench)
  } catch {
    print("Not measured: \(error)")
    failures += 1
  }
  for figure in bench.figures where !figure.isMeasured {
    print("Not measured: \(figure.name)")
    failures += 1
  }
  figures += bench.figures
}

let missed = figures.count { $0.isMet == false }
print("\n\(figures.count) figures, \(missed == 0 ? "every goal met" : "\(missed) goals missed").")
if let output {
  try Data(figures.map { $0.json + "\n" }.joined().utf8).write(to: URL(filePath: output))
  print("One JSON object for each in \(output).")
}
exit(failures == 0 ? 0 : 1)
