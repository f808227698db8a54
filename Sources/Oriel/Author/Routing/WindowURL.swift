/// An address within an app: the part of the URL after the server's name, as path segments and a query.
///
/// An address from a client is untrusted. Segments and query are percent-decoded; empty segments are left out.
public struct WindowURL: Hashable, Sendable {
  /// A name and value in the query.
  public struct QueryItem: Hashable, Sendable {
    /// The decoded text before the `=`.
    public var name: String
    /// The decoded text after the `=`; empty if there is none.
    public var value: String

    /// Creates an item from decoded texts, which are encoded when the address is written.
    public init(name: String, value: String = "") {
      self.name = name
      self.value = value
    }
  }

  /// The path's segments, such as `["notes", "3"]`.
  public var path: [String]
  /// The items after the `?`, in order.
  public var query: [QueryItem]

  /// Creates an address from decoded texts. A segment that is empty, `.` or `..` can't be read back.
  public init(path: [String] = [], query: [QueryItem] = []) {
    self.path = path
    self.query = query
  }

  /// The value of the first query item with this name.
  public subscript(name: String) -> String? { query.first { $0.name.hasSameScalars(as: name) }?.value }

  /// The address without its query, which may contain a user's secrets.
  package var withoutQuery: WindowURL { WindowURL(path: path) }

  /// The address without the items of this name.
  package func removing(_ item: String) -> WindowURL {
    WindowURL(path: path, query: query.filter { !$0.name.hasSameScalars(as: item) })
  }

  /// Appends the path and query of another address.
  package func appending(_ other: WindowURL) -> WindowURL {
    WindowURL(path: path + other.path, query: query + other.query)
  }

  /// Appends in place, so that an address of many parts is made in one pass.
  mutating func append(_ other: WindowURL) {
    path += other.path
    query += other.query
  }

  /// The rest of the address after `base`; `nil` if it doesn't begin with it.
  package func dropping(_ base: WindowURL) -> WindowURL? {
    guard path.starts(with: base.path), query.starts(with: base.query) else { return nil }
    return WindowURL(path: Array(path.dropFirst(base.path.count)), query: Array(query.dropFirst(base.query.count)))
  }
}

extension WindowURL: LosslessStringConvertible, TextCodable {
  /// The maximum length of an address in UTF-8 bytes.
  private static let limit = 4096

  /// Parses a path with its query. Returns `nil` if the text doesn't begin with exactly one `/`, has invalid
  /// percent-encoding, has a segment `.` or `..`, or is longer than 4,096 bytes. A fragment is ignored.
  public init?(_ text: String) {
    guard text.utf8.count <= Self.limit, text.utf8.first == UInt8(ascii: "/"), !text.utf8.starts(with: "//".utf8) else {
      return nil
    }
    let shown = text.utf8.prefix { $0 != UInt8(ascii: "#") }
    let parts = shown.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    guard let path = Self.segments(parts[0]), let query = parts.count > 1 ? Self.items(parts[1]) : [] else {
      return nil
    }
    self.init(path: path, query: query)
  }

  private static func segments(_ text: Substring.UTF8View) -> [String]? {
    var segments: [String] = []
    for part in text.split(separator: UInt8(ascii: "/")) {
      guard let segment = PercentEncoding.decode(Substring(part)), isSegment(segment) else { return nil }
      segments.append(segment)
    }
    return segments
  }

  /// Browsers treat `.` and `..` as steps, in any encoding.
  static func isSegment(_ text: String) -> Bool { text != "." && text != ".." && !text.isEmpty }

  private static func items(_ text: Substring.UTF8View) -> [QueryItem]? {
    var items: [QueryItem] = []
    for part in text.split(separator: UInt8(ascii: "&")) {
      let sides = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = PercentEncoding.decode(Substring(sides[0]), plusIsSpace: true),
        let value = sides.count > 1 ? PercentEncoding.decode(Substring(sides[1]), plusIsSpace: true) : ""
      else { return nil }
      items.append(QueryItem(name: name, value: value))
    }
    return items
  }

  /// The path and query, percent-encoded; `/` without any.
  public var description: String {
    let path = "/" + path.map { PercentEncoding.encode($0, allowing: "!$&'()*+,;=:@") }.joined(separator: "/")
    guard !query.isEmpty else { return path }
    let items = query.map { item in
      let name = PercentEncoding.encode(item.name, allowing: "!$'()*,;:@/")
      // An item without a name is written as its `=` alone.
      if item.value.isEmpty && !item.name.isEmpty { return name }
      return name + "=" + PercentEncoding.encode(item.value, allowing: "!$'()*,;:@/=")
    }
    return path + "?" + items.joined(separator: "&")
  }
}

extension WindowURL: ExpressibleByStringLiteral {
  /// Creates an address from a literal; an invalid one becomes `/`.
  public init(stringLiteral value: String) { self = WindowURL(value) ?? WindowURL() }
}
