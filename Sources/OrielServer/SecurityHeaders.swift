import OrielGateway

/// The security headers of every response. The page has no inline script or style, loads its code only from the server,
/// and posts forms only to the server: an app's own sign-in form posts to `/sign-in`.
enum SecurityHeaders {
  /// - Parameter ancestors: Origins whose pages may show the app in a frame.
  static func all(framedBy ancestors: Set<String>) -> HTTPHeaders {
    [
      "content-security-policy": [
        "default-src 'self'", "img-src 'self' https: data:", "frame-src https: http:", "object-src 'none'",
        "base-uri 'none'", "form-action 'self'",
        (["frame-ancestors 'self'"] + ancestors.sorted()).joined(separator: " "),
      ].joined(separator: "; "),
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
      "cross-origin-opener-policy": "same-origin",
    ]
  }
}
