import Oriel
import OrielDocument
import OrielGateway
import OrielWebClient

// The brand of an app in its pages, and the manifest by which a browser installs the app.

extension Brand {
  /// The files that pages load for it.
  var files: [PageFile] {
    let accent = accents.map { ":root, :host { --accent: light-dark(\($0.light), \($0.dark)); }\n" } ?? ""
    let style = accent + (hasBar ? Self.bar : "")
    return (style.isEmpty ? [] : [PageFile("brand.css", style)]) + (logo.map { [$0] } ?? [])
  }

  private static let bar = """
    body { --bar: 2.25rem; }
    body > .brand { display: flex; align-items: center; gap: .5rem; height: var(--bar); padding-inline: max(1rem, env(safe-area-inset-left)); border-bottom: 1px solid var(--line); background: var(--surface); color: inherit; font-size: var(--head); font-weight: 650; text-decoration: none; }
    .brand > img { height: 1.25rem; }
    .brand > span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    .brand + .stage, .brand ~ .stage { height: calc(100dvh - var(--bar)); }
    @media print { .brand { display: none !important; } }

    """

  /// The bar of a page, in HTML.
  var html: String {
    guard hasBar else { return "" }
    let picture = logo.map { "<img src=\"/client/app/\($0.name)\" alt=\"\">" } ?? ""
    return "<a class=\"brand\" href=\"/\">\(picture)<span>\(name.escapedForHTML)</span></a>\n"
  }
}

/// The app's manifest, by which a browser installs it (W3C Web Application Manifest): its name, its icon, and its scenes as
/// shortcuts.
enum Manifest {
  static let name = "app.webmanifest"
  /// Systems show four to ten.
  private static let mostShortcuts = 10

  /// - Parameter tenancy: That of scenes without one of their own. A scene whose addresses begin with a tenant has none for all.
  static func text(of brand: Brand?, _ scenes: [SceneDeclaration], tenancy: Tenancy) -> String {
    let first = scenes.first { !$0.takesValue }
    let open = scenes.filter {
      !$0.takesValue && $0.requiredRoles.isEmpty && !$0.asksToSignIn && !($0.tenancy ?? tenancy).isPath
    }
    let name = brand?.name ?? first?.title ?? "Oriel"
    let icon = brand?.logo.map { "app/\($0.name)" } ?? "icon.svg"
    let icons: JSONValue = [
      [
        "src": .string(icon), "sizes": icon.hasSuffix(".svg") ? "any" : "512x512",
        "type": .string(WebClient.contentType(of: icon)),
      ]
    ]
    let shortcuts = open.filter { $0.id != first?.id }.prefix(mostShortcuts).map { scene -> JSONValue in
      ["name": .string(scene.title), "url": .string("\(SceneAddress.url(scene: scene.id, value: nil))")]
    }
    return JSONValue.object([
      "name": .string(name), "id": "/", "start_url": "/", "display": "standalone", "icons": icons,
      "shortcuts": .array(shortcuts),
    ]).description
  }
}
