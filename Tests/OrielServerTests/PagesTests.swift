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

  @Test func `a file is sent in the shortest coding that a client takes, with a tag for each`() {
    let asset = Asset(contentType: "text/css", body: [1], brotli: [2], compress: { _ in [3] }, digest: { $0 })
    let answers = ["gzip, br", "br;q=0, gzip;q=0.5", "gzip;q=0", nil].map { coding in
      let request = HTTPRequest(path: "/", headers: coding.map { ["accept-encoding": $0] } ?? [:])
      let answer = asset.response(to: request, caching: "no-cache")
      return [answer.headers["content-encoding"], answer.headers["etag"], "\(answer.body)"]
    }
    #expect(
      answers == [
        ["br", "\"01-br\"", "[2]"], ["gzip", "\"01-gzip\"", "[3]"], [nil, "\"01\"", "[1]"], [nil, "\"01\"", "[1]"],
      ])
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
