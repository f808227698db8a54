/// The name, the logo and the colour by which people know an app. See ``WindowApp/brand``.
///
/// ```swift
/// var brand: Brand? {
///   Brand("Acme Dispatch", logo: PageFile("acme.svg", PackageResources.acme_svg), accent: "#0b6e4f", darkAccent: "#7fd6b5")
/// }
/// ```
/// The logo is the icon of its pages and of the installed app. The name stands with it in a bar at the top of each page, which
/// leads to the app's first page. Other colours, and fonts, are tokens of a style sheet: see <doc:LooksAndElements#Tokens>.
public struct Brand: Sendable {
  /// The name in the bar, and that of the installed app.
  public let name: String
  /// The logo, if it is not Oriel's sign.
  public let logo: PageFile?
  /// Whether pages have the bar.
  public let hasBar: Bool
  /// The colours of what can be pressed and what is chosen, on light and on dark pages.
  package let accents: (light: String, dark: String)?

  /// - Parameters:
  ///   - name: The name.
  ///   - logo: A picture: one in SVG fits everywhere; any other is a square of at least 512 pixels.
  ///   - accent: The colour of what can be pressed and of what is chosen, as `#rrggbb`. It has a contrast of 4.5 to white (WCAG
  ///     2.2, 1.4.3). Anything else is a fatal error, as is such an error in `darkAccent`.
  ///   - darkAccent: The same for dark mode; it has that contrast to black. By default `accent`, made lighter.
  ///   - hasBar: Whether each page has a bar with the logo and the name. One for a wall or a kiosk may not want it.
  public init(
    _ name: String, logo: PageFile? = nil, accent: String? = nil, darkAccent: String? = nil, hasBar: Bool = true
  ) {
    self.name = name
    self.logo = logo
    self.hasBar = hasBar
    accents = accent.map { accent in
      let light = Self.checked(accent)
      return (light, darkAccent.map(Self.checked) ?? "oklch(from \(light) max(l, .78) c h)")
    }
  }

  private static func checked(_ color: String) -> String {
    guard color.utf8.first == UInt8(ascii: "#"), color.utf8.count == 7, color.dropFirst().allSatisfy(\.isHexDigit)
    else {
      fatalError("A brand's colour can't be \"\(color)\": write it as \"#rrggbb\", such as \"#0b6e4f\"")
    }
    return color
  }
}
