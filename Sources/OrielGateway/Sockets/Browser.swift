/// Names browsers for people.
enum Browser {
  /// The longest name of a client that is no browser.
  private static let longest = 40
  /// No browser's header is as long.
  private static let read = 512

  /// The browser and its system, such as `Firefox 140, Linux`, or the first word of a client that is none.
  ///
  /// - Parameter userAgent: The `User-Agent` of a request (RFC 9110 §10.1.5).
  static func name(_ userAgent: String) -> String {
    let text = userAgent.unicodeScalars.prefix(read).reduce(into: "") { $0.unicodeScalars.append($1) }
    let system = systems.first { text.contains($0.token) }?.name
    for (token, name) in browsers {
      guard let found = text.firstRange(of: token) else { continue }
      let version = text[found.upperBound...].prefix { $0.isASCII && $0.isNumber }
      return [version.isEmpty ? name : "\(name) \(version)", system].compactMap(\.self).joined(separator: ", ")
    }
    return String(text.prefix { !$0.isWhitespace }.prefix(longest))
  }

  /// Browsers name those that they are like, so the more special ones come first.
  private static let browsers: [(token: String, name: String)] = [
    ("Edg/", "Edge"), ("EdgA/", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"),
    ("FxiOS/", "Firefox"), ("Firefox/", "Firefox"), ("CriOS/", "Chrome"), ("Chrome/", "Chrome"), ("Version/", "Safari"),
  ]

  private static let systems: [(token: String, name: String)] = [
    ("Android", "Android"), ("iPhone", "iOS"), ("iPad", "iPadOS"), ("Windows", "Windows"), ("CrOS", "ChromeOS"),
    ("Macintosh", "macOS"), ("Linux", "Linux"),
  ]
}
