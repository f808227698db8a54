import OrielGateway

/// What every answer carries. The page has no inline script or style, and loads its code from the server alone.
enum SecurityHeaders {
  static let all: HTTPHeaders = [
    "content-security-policy": [
      "default-src 'self'", "img-src 'self' https: data:", "frame-src https: http:", "object-src 'none'",
      "base-uri 'none'", "form-action 'none'", "frame-ancestors 'self'",
    ].joined(separator: "; "),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
  ]
}
