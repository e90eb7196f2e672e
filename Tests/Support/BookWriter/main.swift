// Writes to a book of friends from another process, which tests may kill at any moment.
//
//     BookWriter BOOK NAME [COUNT]
//
// It prints the number of each write once that is confirmed, so every write with a printed number must be in the book.
// The content of a write depends on its number alone: see `KilledWriterTests`. Without a COUNT it writes until it is
// killed.
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
      // Updates the pair before this one and deletes the one before that.
      if var former = try transaction.get(Friend.self, id: "\(name)-\(number - 1)-\(side)") {
        former.age = number
        former.tags.append("touched")
        try transaction.update(former)
      }
      if let former = try transaction.get(Friend.self, id: "\(name)-\(number - 2)-\(side)") {
        try transaction.delete(former)
      }
    }
    // Every eighth write has enough insertions to use the path of an import.
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
