/// A list in chunks: a copy costs a reference for each chunk, and a change of either copy one chunk.
package struct Chunks<Element> {
  private var chunks: [ContiguousArray<Element>] = []

  /// Elements of a chunk: a power of two, so that an index is taken apart by shifts.
  static var length: Int { 512 }

  package init() {}

  package init(_ elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  package var count: Int { chunks.isEmpty ? 0 : (chunks.count - 1) * Self.length + chunks[chunks.count - 1].count }

  package subscript(index: Int) -> Element {
    get { chunks[index / Self.length][index % Self.length] }
    _modify { yield &chunks[index / Self.length][index % Self.length] }
  }

  package mutating func append(_ element: Element) {
    if chunks.last.map({ $0.count == Self.length }) ?? true { chunks.append([]) }
    chunks[chunks.count - 1].append(element)
  }
}

extension Chunks: Sequence {
  package struct Iterator: IteratorProtocol {
    fileprivate let chunks: [ContiguousArray<Element>]
    private var chunk = 0
    private var index = 0

    fileprivate init(_ chunks: [ContiguousArray<Element>]) { self.chunks = chunks }

    package mutating func next() -> Element? {
      guard chunk < chunks.count else { return nil }
      defer {
        index += 1
        if index == chunks[chunk].count { (chunk, index) = (chunk + 1, 0) }
      }
      return chunks[chunk][index]
    }
  }

  package func makeIterator() -> Iterator { Iterator(chunks) }

  package var underestimatedCount: Int { count }
}

extension Chunks: Sendable where Element: Sendable {}
