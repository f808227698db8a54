import OrielDocument
import Testing

@testable import OrielGateway

/// Which page an address gets.
struct PagesTests {
  private func asset(_ text: String) -> Asset {
    Asset(contentType: "text/html", body: Array(text.utf8), compress: { $0 }, digest: { $0 })
  }

  private func shown(at path: String, hasTenantsInPaths: Bool) -> String {
    let pages = Pages(
      page: asset("default"), scenes: [ScalarKey("map"): asset("map"), ScalarKey("main"): asset("main")],
      hasTenantsInPaths: hasTenantsInPaths, files: [:])
    return String(decoding: pages.response(to: HTTPRequest(path: path)).body, as: UTF8.self)
  }

  @Test func `the page is that of the scene that the address names, also behind a tenant`() {
    let paths = ["/", "/map", "/map/3", "/%6Dap", "/elsewhere", "/acme/map", "/acme/x/map", "/%", "/maps"]
    #expect(
      paths.map { shown(at: $0, hasTenantsInPaths: false) }
        == ["default", "map", "map", "map", "default", "default", "default", "default", "default"])
    #expect(
      paths.map { shown(at: $0, hasTenantsInPaths: true) }
        == ["default", "map", "map", "map", "default", "map", "default", "default", "default"])
  }
}
