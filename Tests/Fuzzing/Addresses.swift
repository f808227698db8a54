@testable import Oriel
@testable import OrielGateway
@testable import OrielTransport

/// Texts that stand in headers, forms and addresses.
func fuzzAddresses(_ input: [UInt8]) {
  let text = String(decoding: input, as: UTF8.self)
  fuzzURL(text)
  _ = (SafeURL.isAllowed(text), RemoteNetwork(of: text), TrustedProxies([text]))
  require(PercentEncoding.decode(PercentEncoding.encode(text)[...]) == text, "an encoded text comes back")
  let path = SignInPage.ownPath(text)
  require(path.hasPrefix("/") && !path.hasPrefix("//") && !path.hasPrefix("/\\"), "a path stays here: \(path)")
  _ = (UploadRequest.name(in: text), UploadRequest.ticket(in: text))
  if let bytes = Hexadecimal.decode(text) {
    require(Hexadecimal.encode(bytes) == text.lowercased(), "hexadecimal digits come back")
  }
}

private func fuzzURL(_ text: String) {
  guard let url = WindowURL(text) else { return }
  require(WindowURL(url.description) == url || url.description.utf8.count > 4096, "an address comes back: \(url)")
  for pattern in ["/notes/:id", "/:a/:b", "/"].map(URLPattern.init) {
    guard let properties = pattern.match(url) else { continue }
    _ = pattern.url(properties)
  }
  _ = FuzzedPage.destination(at: url)?.url
}

private struct FuzzedPage: URLDestination {
  static let path = "/:number/:name"
  var number: Int
  var name: String
  var isWide: Bool?
  var share: Double?
  func makeModel() -> any NavigationModel { LeafModel() }
}
