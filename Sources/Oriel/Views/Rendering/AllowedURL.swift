/// Which URLs may stand in a document or a trigger: those with the schemes http, https, mailto and tel, and relative ones.
package enum AllowedURL {
  package static func permits(_ url: String) -> Bool {
    guard !url.isEmpty, isPlain(url) else { return false }
    guard let scheme = scheme(of: url) else { return true }
    return ["http", "https", "mailto", "tel"].contains(scheme)
  }

  /// Browsers skip control characters in a URL, and spaces around it, before they look for its scheme (URL Standard,
  /// *basic URL parser*): what a check does not see there could still be a script.
  private static func isPlain(_ url: String) -> Bool {
    url.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
  }

  /// RFC 3986 §3.1. Without a colon, or with anything else before it, the URL is relative.
  private static func scheme(of url: String) -> String? {
    guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let scheme = url[..<colon].lowercased()
    let isScheme = scheme.utf8.enumerated().allSatisfy { place, byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"): true
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): place > 0
      default: false
      }
    }
    return isScheme && !scheme.isEmpty ? scheme : nil
  }
}
