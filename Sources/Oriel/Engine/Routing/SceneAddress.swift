import OrielDocument

/// The form of a scene's value in an address: a segment for a string, number or boolean, or else JSON in the query.
package struct SceneAddress: Sendable {
  private let read: @Sendable (String) -> JSONValue?

  /// Creates the address of a scene without a value.
  package init() {
    read = { _ in nil }
  }

  init<Value: Codable & SendableMetatype>(of type: Value.Type) {
    read = { text in
      let value =
        JSONValue.decode(type, fromText: text)
        ?? (try? JSONReader.value(from: text)).flatMap { try? JSONValueDecoder.decode(type, from: $0) }
      return value.flatMap { try? JSONValueEncoder.encode($0) }
    }
  }

  private static let query = "value"

  /// The address of a scene's root.
  package static func url(scene: String, value: JSONValue?) -> WindowURL {
    guard let value else { return WindowURL(path: [scene]) }
    if let text = value.urlText, WindowURL.isSegment(text) { return WindowURL(path: [scene, text]) }
    var writer = JSONWriter()
    writer.write(value)
    let json = String(decoding: writer.bytes, as: UTF8.self)
    return WindowURL(path: [scene], query: [WindowURL.QueryItem(name: query, value: json)])
  }

  /// The scene's value in an address, if it has a valid one.
  package func value(in url: WindowURL) -> JSONValue? {
    (url.path.count > 1 ? url.path[1] : url[Self.query]).flatMap(read)
  }
}
