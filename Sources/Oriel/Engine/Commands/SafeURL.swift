/// Decides which URLs may reach a page: http, https, mailto, tel, and relative ones. The client refuses others too.
package enum SafeURL {
  private static let schemes: Set<String> = ["http", "https", "mailto", "tel"]

  package static func isAllowed(_ url: String) -> Bool {
    // Browsers strip these before they look for a scheme: `java\nscript:` is `javascript:` to them (WHATWG URL).
    guard !url.isEmpty, url.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != 0x5C }) else { return false }
    guard let end = url.utf8.firstIndex(where: { [0x3A, 0x2F, 0x3F, 0x23].contains($0) }), url.utf8[end] == 0x3A else {
      return true
    }
    return schemes.contains(url[..<end].lowercased())
  }
}
