import OrielGateway

/// The security headers of responses. The page has no inline script or style, loads its code only from the server,
/// and posts forms only to the server: an app's own sign-in form posts to `/sign-in`.
enum SecurityHeaders {
  /// Those of every response: a script may be a worker's, and a picture may be shown as a page.
  ///
  /// - Parameters:
  ///   - ancestors: Origins whose pages may show the app in a frame.
  ///   - isSecure: Whether browsers reach the server by https, and are to do so for a year whatever a link says (RFC
  ///     6797). Other hosts of its domain are not the server's to decide about.
  static func ofAll(framedBy ancestors: Set<String>, isSecure: Bool) -> HTTPHeaders {
    var headers: HTTPHeaders = [
      "content-security-policy": policy(framedBy: ancestors),
      "x-content-type-options": "nosniff",
      // A page that embeds windows loads the server's page, so that the browser has its cookie.
      "cross-origin-resource-policy": ancestors.isEmpty ? "same-origin" : "cross-origin",
    ]
    if isSecure { headers["strict-transport-security"] = "max-age=31536000" }
    return headers
  }

  /// Those of pages, too.
  static let ofPages: HTTPHeaders = [
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": unused.map { "\($0)=()" }.joined(separator: ", "),
  ]

  /// Those of the console, which only the server's own pages may show in a frame.
  static let ofConsole: HTTPHeaders = ["content-security-policy": policy(framedBy: [])]

  /// Features that neither the client nor a web view uses. An app's own elements may still use a camera or ask where the browser is.
  private static let unused = [
    "accelerometer", "display-capture", "gyroscope", "hid", "magnetometer", "midi", "payment", "serial", "usb",
    "xr-spatial-tracking",
  ]

  private static func policy(framedBy ancestors: Set<String>) -> String {
    [
      "default-src 'self'", "img-src 'self' https: data:", "frame-src https: http:", "object-src 'none'",
      "base-uri 'none'", "form-action 'self'", (["frame-ancestors 'self'"] + ancestors.sorted()).joined(separator: " "),
    ].joined(separator: "; ")
  }
}
