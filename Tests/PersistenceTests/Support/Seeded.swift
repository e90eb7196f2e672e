/// A generator whose numbers can be had again (SplitMix64).
struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension Friend {
  /// Somebody from a small world, so that names collide.
  static func random(using generator: inout Seeded) -> Friend {
    let names = ["Ada", "ada", "Åsa", "Bob", "Łukasz", "Zoë", "zoe", "山田", "", "O'Brien"]
    var friend = Friend(names.randomElement(using: &generator) ?? "", names.randomElement(using: &generator) ?? "")
    friend.age = Int.random(in: 0..<40, using: &generator)
    if Bool.random(using: &generator) { friend.nickname = names.randomElement(using: &generator) }
    friend.tags = (0..<Int.random(in: 0..<3, using: &generator)).map { "tag\($0)" }
    friend.mails = (0..<Int.random(in: 0..<3, using: &generator)).map { Mail("m\($0)", "\(friend.age)@example.org") }
    return friend
  }
}
