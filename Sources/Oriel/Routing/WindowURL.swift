/// An address within an app: what the address bar shows behind the server's name, as segments of a path and a query.
///
/// It is untrusted wherever it comes from a client. Segments and query are percent-decoded; empty segments are left out.
public struct WindowURL: Hashable, Sendable {
  /// One name of the query, and what stands behind its `=`.
  public struct QueryItem: Hashable, Sendable {
    /// Before the `=`, decoded.
    public var name: String
    /// Behind the `=`, decoded; empty where there is none.
    public var value: String

    /// Both decoded: they are encoded when the address is written.
    public init(name: String, value: String = "") {
      self.name = name
      self.value = value
    }
  }

  /// The path's segments, such as `["notes", "3"]`.
  public var path: [String]
  /// What stands behind the `?`, in its order.
  public var query: [QueryItem]

  /// Both decoded. A segment that is empty, `.` or `..` stands in no address that is read back.
  public init(path: [String] = [], query: [QueryItem] = []) {
    self.path = path
    self.query = query
  }

  /// The value of the first query item of this name.
  public subscript(name: String) -> String? { query.first { $0.name == name }?.value }

  /// What may be written down where others read it: a query may hold anybody's secrets.
  package var withoutQuery: WindowURL { WindowURL(path: path) }

  /// One address behind another: its path goes on from the path of this one.
  package func appending(_ other: WindowURL) -> WindowURL {
    WindowURL(path: path + other.path, query: query + other.query)
  }

  /// What is left behind `base`; `nil` if the address is not below it.
  package func dropping(_ base: WindowURL) -> WindowURL? {
    guard path.starts(with: base.path), query.starts(with: base.query) else { return nil }
    return WindowURL(path: Array(path.dropFirst(base.path.count)), query: Array(query.dropFirst(base.query.count)))
  }
}

extension WindowURL: LosslessStringConvertible {
  /// The longest address that is looked at, in UTF-8 bytes.
  private static let limit = 4096

  /// Reads a path with its query. `nil` for what is none: it does not begin with exactly one `/`, its percent-encoding
  /// is broken, it has a segment `.` or `..`, or more than 4,096 bytes. A fragment is left out.
  public init?(_ text: String) {
    guard text.utf8.count <= Self.limit, text.utf8.first == UInt8(ascii: "/"), !text.utf8.starts(with: "//".utf8) else {
      return nil
    }
    let parts = text.prefix { $0 != "#" }.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard let path = Self.segments(parts[0]), let query = Self.items(parts.count > 1 ? parts[1] : "") else {
      return nil
    }
    self.init(path: path, query: query)
  }

  private static func segments(_ text: Substring) -> [String]? {
    var segments: [String] = []
    for part in text.split(separator: "/") {
      guard let segment = PercentEncoding.decode(part), isSegment(segment) else { return nil }
      segments.append(segment)
    }
    return segments
  }

  /// Browsers take these for steps upwards, however they are written.
  static func isSegment(_ text: String) -> Bool { text != "." && text != ".." && !text.isEmpty }

  private static func items(_ text: Substring) -> [QueryItem]? {
    var items: [QueryItem] = []
    for part in text.split(separator: "&") {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(Self.spaced)
      guard let name = PercentEncoding.decode(sides[0][...]),
        let value = sides.count > 1 ? PercentEncoding.decode(sides[1][...]) : ""
      else { return nil }
      items.append(QueryItem(name: name, value: value))
    }
    return items
  }

  /// In a query, browsers write a space as `+`.
  private static func spaced(_ text: Substring) -> String { String(text.map { $0 == "+" ? " " : $0 }) }

  /// The path and query, percent-encoded; `/` without any.
  public var description: String {
    let path = "/" + path.map { PercentEncoding.encode($0, allowing: "!$&'()*+,;=:@") }.joined(separator: "/")
    guard !query.isEmpty else { return path }
    let items = query.map { item in
      let name = PercentEncoding.encode(item.name, allowing: "!$'()*,;:@/")
      return item.value.isEmpty ? name : name + "=" + PercentEncoding.encode(item.value, allowing: "!$'()*,;:@/=")
    }
    return path + "?" + items.joined(separator: "&")
  }
}

extension WindowURL: ExpressibleByStringLiteral {
  /// A literal that is no address stands for `/`.
  public init(stringLiteral value: String) { self = WindowURL(value) ?? WindowURL() }
}

extension WindowURL: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let url = WindowURL(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "No path within an app")
    }
    self = url
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
