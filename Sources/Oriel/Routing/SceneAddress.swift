import OrielDocument

/// How the value of a scene stands in an address: as a segment where it is a text, a number or a boolean, else as JSON in
/// the query.
package struct SceneAddress: Sendable {
  private let read: @Sendable (String) -> JSONValue?

  /// Of a scene without a value.
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

  /// The value in an address of the scene, if it has one that is right.
  package func value(in url: WindowURL) -> JSONValue? {
    (url.path.count > 1 ? url.path[1] : url[Self.query]).flatMap(read)
  }
}
