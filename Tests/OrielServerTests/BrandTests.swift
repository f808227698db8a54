import Oriel
import OrielDocument
import Testing

@testable import OrielGateway
@testable import OrielServer

/// What pages have of an app's brand, and the manifest by which a browser installs the app.
struct BrandTests {
  private let pages = Pages(of: BrandedApp())

  /// What a page loads, without the version of its files.
  private func text(_ path: String, of pages: Pages) -> String {
    String(decoding: pages.response(to: HTTPRequest(path: path)).body, as: UTF8.self)
      .replacing(/\/client\/[0-9a-f]{16}\//, with: "/client/")
  }

  @Test func `a page has the bar, the icon, the colours and the manifest of its app`() throws {
    let page = text("/", of: pages)
    #expect(page.contains(#"<a class="brand" href="/"><img src="/client/app/acme.svg" alt="">"#))
    #expect(page.contains("<span>Acme &amp; Sons</span></a>"))
    #expect(page.contains(#"<link rel="icon" href="/client/app/acme.svg">"#))
    #expect(page.contains(#"<link rel="manifest" href="/client/app.webmanifest">"#))
    let style = text("/client/app/brand.css", of: pages)
    #expect(style.hasPrefix(":root, :host { --accent: light-dark(#0b6e4f, #7fd6b5); }\n"))
  }

  @Test func `the manifest has the scenes that everyone can open as shortcuts`() throws {
    let response = pages.response(to: HTTPRequest(path: "/client/app.webmanifest"))
    #expect(response.headers["content-type"] == "application/manifest+json")
    #expect(
      try JSONValue(parsing: String(decoding: response.body, as: UTF8.self)) == [
        "name": "Acme & Sons", "id": "/", "start_url": "/", "display": "standalone",
        "icons": [["src": "app/acme.svg", "sizes": "any", "type": "image/svg+xml"]],
        "shortcuts": [["name": "Board", "url": "/board"]],
      ])
  }

  @Test func `without a brand a page has Oriel's icon and no bar`() throws {
    let pages = Pages(of: PlainApp())
    let page = text("/", of: pages)
    #expect(!page.contains("class=\"brand\""))
    #expect(page.contains("<link rel=\"icon\" href=\"data:image/svg+xml,"))
    let manifest = try JSONValue(parsing: text("/client/app.webmanifest", of: pages))
    #expect(manifest["name"] == "Plain")
    #expect(manifest["icons"] == [["src": "icon.svg", "sizes": "any", "type": "image/svg+xml"]])
  }

  @Test func `scenes in whose addresses a tenant comes first are no shortcuts, nor is the one to sign in`() throws {
    let manifest = try JSONValue(parsing: text("/client/app.webmanifest", of: Pages(of: RoomsApp())))
    #expect(manifest["shortcuts"] == [["name": "Lobby", "url": "/lobby"]])
  }

  @Test func `an accent for light pages alone is made lighter for dark ones`() {
    let style = Brand("Acme", accent: "#0B6E4F").files[0].contents
    #expect(
      String(decoding: style, as: UTF8.self).hasPrefix(
        ":root, :host { --accent: light-dark(#0B6E4F, oklch(from #0B6E4F max(l, .78) c h)); }"))
  }

  @Test func `a brand of a name alone, without a bar, changes no page`() {
    #expect(Brand("Acme", hasBar: false).files.isEmpty)
    #expect(Brand("Acme", hasBar: false).html == "")
  }
}

@NavigationModel
private final class BrandedModel {
  init() {}

  var body: some View { Text("Hello") }
}

private struct BrandedApp: WindowApp {
  var brand: Brand? {
    Brand("Acme & Sons", logo: PageFile("acme.svg", "<svg/>"), accent: "#0b6e4f", darkAccent: "#7fd6b5")
  }

  var body: some Scene {
    WindowGroup("Desk") { BrandedModel() }
    WindowGroup("Board", id: "board") { BrandedModel() }
    WindowGroup("Order", id: "order", for: Int.self) { _ in BrandedModel() }
    WindowGroup("Rates", id: "rates") { BrandedModel() }.requiresRole("manager")
  }
}

private struct RoomsApp: WindowApp {
  var tenancy: Tenancy { .path { user, _ in user } }

  var body: some Scene {
    WindowGroup("Start") { BrandedModel() }
    WindowGroup("Board", id: "board") { BrandedModel() }
    WindowGroup("Lobby", id: "lobby") { BrandedModel() }.tenancy(.single)
    WindowGroup("Sign in", id: "sign") { BrandedModel() }.tenancy(.single).asksToSignIn()
  }
}

private struct PlainApp: WindowApp {
  var body: some Scene { WindowGroup("Plain") { BrandedModel() } }
}
