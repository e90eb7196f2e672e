/// An array whose copies can be changed cheaply, however long it is.
///
/// The snapshots that observable arrays hand out are of this kind: a change of one element among a million does not copy the others.
public struct ChunkedArray<Element>: RandomAccessCollection, MutableCollection, RangeReplaceableCollection,
  ExpressibleByArrayLiteral
{
  private var elements: [Element]

  public init() { elements = [] }

  public init(_ elements: some Sequence<Element>) { self.elements = Array(elements) }

  public init(arrayLiteral elements: Element...) { self.elements = elements }

  public var startIndex: Int { 0 }
  public var endIndex: Int { elements.count }

  public subscript(index: Int) -> Element {
    get { elements[index] }
    set { elements[index] = newValue }
  }

  public mutating func replaceSubrange(_ range: Range<Int>, with newElements: some Collection<Element>) {
    elements.replaceSubrange(range, with: newElements)
  }
}

extension ChunkedArray: Equatable where Element: Equatable {}
extension ChunkedArray: Hashable where Element: Hashable {}
extension ChunkedArray: Sendable where Element: Sendable {}
