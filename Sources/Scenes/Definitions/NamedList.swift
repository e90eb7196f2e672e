/// What a file declares under unique names, in the order of the file, and found by name in constant time.
struct NamedList<Item>: RandomAccessCollection, MutableCollection {
  private var elements: [Item] = []
  private var indices: [String: Int] = [:]

  /// Adds an element; one with an empty name is not found by its name.
  mutating func append(_ element: Item, named name: String) {
    if !name.isEmpty { indices[name] = elements.count }
    elements.append(element)
  }

  /// The element with a name.
  subscript(name: String) -> Item? { indices[name].map { elements[$0] } }

  /// The index of the element with a name.
  func index(of name: String) -> Int? { indices[name] }

  var startIndex: Int { 0 }
  var endIndex: Int { elements.count }

  subscript(position: Int) -> Item {
    get { elements[position] }
    _modify { yield &elements[position] }
  }
}
