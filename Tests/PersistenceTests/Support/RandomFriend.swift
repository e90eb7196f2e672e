import Algorithms

extension Friend {
  /// A friend with few possible names, so that names collide.
  static func random(using generator: inout SeededGenerator) -> Friend {
    let names = ["Ada", "ada", "Åsa", "Bob", "Łukasz", "Zoë", "zoe", "山田", "", "O'Brien"]
    var friend = Friend(names.randomElement(using: &generator) ?? "", names.randomElement(using: &generator) ?? "")
    friend.age = Int.random(in: 0..<40, using: &generator)
    if Bool.random(using: &generator) { friend.nickname = names.randomElement(using: &generator) }
    friend.tags = (0..<Int.random(in: 0..<3, using: &generator)).map { "tag\($0)" }
    friend.mails = (0..<Int.random(in: 0..<3, using: &generator)).map { Mail("m\($0)", "\(friend.age)@example.org") }
    return friend
  }
}
