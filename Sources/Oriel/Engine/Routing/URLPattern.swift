import OrielDocument

/// The places of a destination's properties in its address: `/notes/:id` has the property `id` as its second segment.
/// Other properties are in the query.
struct URLPattern {
  private enum Segment: Equatable {
    case literal(String)
    case property(String)
  }

  private let segments: [Segment]

  init(_ text: String) {
    segments = text.split(separator: "/").map { part in
      part.first == ":" ? .property(String(part.dropFirst())) : .literal(String(part))
    }
  }

  var properties: [String] {
    segments.compactMap { if case .property(let name) = $0 { name } else { nil } }
  }

  /// The texts of the properties, if the address matches the pattern.
  func match(_ url: WindowURL) -> JSONObject? {
    guard url.path.count == segments.count else { return nil }
    var found = JSONObject()
    for item in url.query { found[item.name] = .string(item.value) }
    for (segment, text) in zip(segments, url.path) {
      switch segment {
      case .literal(let literal): guard literal == text else { return nil }
      case .property(let name): found[name] = .string(text)
      }
    }
    return found
  }

  /// The address with these properties; `nil` if one of its segments has none, or one can't be written as text.
  func url(_ properties: JSONObject) -> WindowURL? {
    var url = WindowURL()
    for segment in segments {
      switch segment {
      case .literal(let literal): url.path.append(literal)
      case .property(let name):
        guard let text = properties[name]?.urlText, WindowURL.isSegment(text) else { return nil }
        url.path.append(text)
      }
    }
    for (name, value) in properties where !segments.contains(.property(name)) && !value.isNull {
      guard let text = value.urlText else { return nil }
      url.query.append(WindowURL.QueryItem(name: name, value: text))
    }
    return url
  }
}

extension JSONValue {
  /// A string as itself, a number or boolean as JSON writes it.
  var urlText: String? {
    switch self {
    case .string(let text): return text
    case .integer, .number, .bool:
      var writer = JSONWriter()
      writer.write(self)
      return String(decoding: writer.bytes, as: UTF8.self)
    case .null, .array, .object: return nil
    }
  }

  /// The number or boolean that a text in a URL may stand for.
  private static func scalar(_ text: String) -> JSONValue? {
    switch try? JSONReader.value(from: Array(text.utf8), depth: 1) {
    case .some(let value) where value.integerValue != nil || value.numberValue != nil || value.boolValue != nil: value
    default: nil
    }
  }

  /// Decodes texts from a URL. Each may stand for a number or boolean if the type requires one.
  static func decode<Value: Decodable>(_ type: Value.Type, fromTexts texts: JSONObject) -> Value? {
    var texts = texts
    // Each round turns one text into a scalar.
    for _ in 0...texts.count {
      do {
        return try JSONValueDecoder.decode(type, from: .object(texts))
      } catch DecodingError.typeMismatch(_, let context) {
        guard let name = context.codingPath.first?.stringValue, let text = texts[name]?.stringValue,
          let scalar = scalar(text)
        else { return nil }
        texts[name] = scalar
      } catch {
        return nil
      }
    }
    return nil
  }

  static func decode<Value: Decodable>(_ type: Value.Type, fromText text: String) -> Value? {
    if let value = try? JSONValueDecoder.decode(type, from: .string(text)) { return value }
    return scalar(text).flatMap { try? JSONValueDecoder.decode(type, from: $0) }
  }
}
