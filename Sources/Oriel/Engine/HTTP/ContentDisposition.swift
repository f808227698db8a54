import OrielDocument

/// The field that has browsers save a body (RFC 6266).
package enum ContentDisposition {
  /// Both forms of the name, as RFC 6266 §4.3 asks for. Folders and control characters are left out.
  package static func attachment(named name: String) -> String {
    let last = name.unicodeScalars.split { $0 == "/" || $0 == "\\" }.last ?? []
    let safe = String(String.UnicodeScalarView(last.filter { $0.properties.generalCategory != .control }))
    let plain = safe.unicodeScalars.map { $0.isASCII && $0 != "\"" && $0 != "%" ? Character($0) : "_" }
    return "attachment; filename=\"\(String(plain))\"; filename*=UTF-8''\(PercentEncoding.encode(safe))"
  }
}
