// Another process that writes a book of friends, for tests to end at any moment.
//
//     BookWriter BOOK NAME [COUNT]
//
// It prints a line with the number of each write as soon as that is confirmed: what a line was read of must be in the book. What the
// writes do is known from their numbers alone: see `Writes` in the tests. Without a COUNT it goes on until it is killed.
import Glibc
import Persistence

let arguments = CommandLine.arguments
guard arguments.count >= 3 else { exit(2) }
let (book, name) = (arguments[1], arguments[2])
let count = arguments.count > 3 ? Int(arguments[3]) ?? 0 : Int.max

let store = try Store.open(at: book, friends, author: name)
var number = 0
while number < count {
  number += 1
  try await store.write { [number] transaction in
    for side in ["left", "right"] {
      var friend = Friend(name, side, age: number, tags: ["\(number)", side])
      friend.id = "\(name)-\(number)-\(side)"
      try transaction.insert(friend)
      // The pair before this one is touched, and the one before that goes.
      if var former = try transaction.get(Friend.self, id: "\(name)-\(number - 1)-\(side)") {
        former.age = number
        former.tags.append("touched")
        try transaction.update(former)
      }
      if let former = try transaction.get(Friend.self, id: "\(name)-\(number - 2)-\(side)") {
        try transaction.delete(former)
      }
    }
    // Now and then so many that they are written as an import is.
    guard number.isMultiple(of: 8) else { return }
    for index in 0..<120 {
      var friend = Friend(name, "crowd", age: number)
      friend.id = "\(name)-\(number)-\(index)"
      try transaction.insert(friend)
    }
  }
  let line = "\(number)\n"
  guard write(STDOUT_FILENO, line, line.utf8.count) > 0 else { exit(1) }
}
await store.close()
