import Testing

@testable import OrielGateway
@testable import OrielServer

/// What browsers are told about the server's pages and files.
struct SecurityHeadersTests {
  @Test
  func `pages and answers are the server's own where no other origin may connect, and turn off what no element uses`() {
    let headers = SecurityHeaders.ofAll(framedBy: [], isSecure: false)
    #expect(headers["cross-origin-resource-policy"] == "same-origin")
    let embedded = SecurityHeaders.ofAll(framedBy: ["https://app.example"], isSecure: false)
    #expect(embedded["cross-origin-resource-policy"] == "cross-origin")
    #expect(
      SecurityHeaders.ofPages["permissions-policy"]
        == "accelerometer=(), display-capture=(), gyroscope=(), hid=(), magnetometer=(), midi=(), payment=(), serial=(), "
        + "usb=(), xr-spatial-tracking=()")
  }

  @Test func `pages of other origins may use the client's files, and no page`() {
    let asset = Asset(contentType: "text/css", body: [], compress: { $0 }, digest: { $0 })
    let pages = Pages(page: asset, files: ["style.css": asset])
    func policy(_ path: String) -> String? {
      pages.response(to: HTTPRequest(path: path)).headers["cross-origin-resource-policy"]
    }
    #expect(["/", "/client/style.css", "/client/none"].map(policy) == [nil, "cross-origin", nil])
  }
}
