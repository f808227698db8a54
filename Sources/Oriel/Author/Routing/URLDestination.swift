import OrielDocument

/// A destination with an address, in both directions: the address bar of a window that shows it has this address, and
/// opening the address navigates to it.
///
/// ```swift
/// struct NotePage: URLDestination {
///   static let path = "/notes/:id"
///   var id: Int
///   func makeModel() -> any NavigationModel { NoteModel(id: id) }
/// }
/// ```
/// List its type in the scene's `destinations(_:)`. Properties that `path` does not name are in the query; all must be
/// strings, numbers, booleans or enums of these. A destination that encodes as a single such value fills the only
/// property of its path.
public protocol URLDestination: NavigationDestination {
  /// The path, such as `/notes/:id`. A segment that begins with `:` is the property of that name.
  static var path: String { get }
}

extension URLDestination {
  /// Returns the destination at this address, if it matches `path` and all properties are valid.
  public static func destination(at url: WindowURL) -> Self? {
    let pattern = URLPattern(path)
    guard let texts = pattern.match(url) else { return nil }
    if let destination = JSONValue.decode(Self.self, fromTexts: texts) { return destination }
    guard pattern.properties.count == 1, let text = texts[pattern.properties[0]]?.stringValue else { return nil }
    return JSONValue.decode(Self.self, fromText: text)
  }

  /// Its address relative to that of its scene; `nil` if a property can't be written in a URL.
  public var url: WindowURL? {
    let pattern = URLPattern(Self.path)
    guard let encoded = try? JSONValueEncoder.encode(self) else { return nil }
    if case .object(let properties) = encoded { return pattern.url(properties) }
    return pattern.properties.first.flatMap { pattern.url([$0: encoded]) }
  }

  public var urlPath: String? { url?.description }
}
