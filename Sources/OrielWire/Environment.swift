import OrielDocument

/// Facts about a page and the person in front of it, as far as its client tells them.
package struct Environment: Equatable, Sendable {
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

extension Environment {
  init(_ members: JSONObject) throws(WireError) {
    locale = try members.optional("locale", .text)
    timeZone = try members.optional("timeZone", .text)
    colorScheme = try members.optional("colorScheme", .word)
    reducedMotion = try members.optional("reducedMotion", .flag)
    width = try members.optional("width", .length)
    height = try members.optional("height", .length)
    visible = try members.optional("visible", .flag)
  }
}
