/// A page's report about itself and its user. Absent members are unknown or unchanged.
package struct EnvironmentReport: Equatable, Sendable {
  package enum ColorScheme: String, CaseIterable, Sendable {
    case light, dark
  }

  package var locale: String?
  package var timeZone: String?
  package var colorScheme: ColorScheme?
  package var reducedMotion: Bool?
  /// The page's size in CSS pixels.
  package var width: Double?
  package var height: Double?
  package var visible: Bool?

  package init(
    locale: String? = nil, timeZone: String? = nil, colorScheme: ColorScheme? = nil, reducedMotion: Bool? = nil,
    width: Double? = nil, height: Double? = nil, visible: Bool? = nil
  ) {
    self.locale = locale
    self.timeZone = timeZone
    self.colorScheme = colorScheme
    self.reducedMotion = reducedMotion
    self.width = width
    self.height = height
    self.visible = visible
  }
}
