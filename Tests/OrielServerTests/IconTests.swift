import Oriel
@testable import OrielWebClient
import Testing

@testable import OrielGateway
@testable import OrielServer

/// The icons that pages ask for.
struct IconTests {
  private let pages = Pages(of: IconApp())

  private func response(_ path: String) -> HTTPResponse { pages.response(to: HTTPRequest(path: path)) }

  @Test(arguments: [
    "trash", "bell-fill", "star.fill", "magnifyingglass", "person.2", "exclamationmark.triangle.fill", "xmark", "gear",
    "square.and.arrow.up", "chevron.right", "list", "bolt",
  ])
  func `Bootstrap's names and those of equal SF Symbols are known`(name: String) {
    #expect(Icons.has(name))
    let sprite = Icons.sprite(of: [name])
    #expect(sprite.contains("<symbol id=\"\(name)\" viewBox=\"0 0 16 16\"><path "))
  }

  @Test func `every name of another set leads to an icon`() {
    #expect(SymbolNames.bootstrap.filter { !Icons.has($0.value) }.isEmpty)
  }

  @Test func `one request has several, and what does not exist is left out`() {
    let response = response("/client/icons/bell+nothing+trash.svg")
    let body = String(decoding: response.body, as: UTF8.self)
    #expect((response.status, response.headers["content-type"]) == (200, "image/svg+xml"))
    #expect(response.headers["access-control-allow-origin"] == "*")
    #expect(body.matches(of: /id="([^"]*)"/).map { String($0.output.1) } == ["bell", "trash"])
  }

  @Test(arguments: [
    "icons/.svg", "icons/bell", "icons/%3Cscript%3E.svg", "icons/a\"b.svg", "icons/../style.css.svg",
    "icons/\(String(repeating: "a", count: 65)).svg",
    "icons/\(Array(repeating: "bell", count: 65).joined(separator: "+")).svg",
  ])
  func `what no icon can be called is not found`(path: String) {
    #expect(response("/client/\(path)").status == 404)
  }

  @Test func `all 64 that a request may name are sent`() {
    let names = Array(repeating: "bell", count: Icons.limit).joined(separator: "+")
    #expect(response("/client/icons/\(names).svg").status == 200)
  }
}

private struct IconApp: WindowApp {
  var body: some Scene { WindowGroup("Main") { IconModel() } }
}

@NavigationModel
private final class IconModel {
  init() {}
  var body: some View { Text("Main") }
}
