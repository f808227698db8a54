import Observation

/// The values that models read with `@Environment`: the objects that an app gives each user, and facts about the
/// client.
public struct EnvironmentValues: ExpressibleByArrayLiteral {
  package let objects: EnvironmentObjects
  package var client: ClientEnvironment
  /// The window's id.
  public package(set) var window: WindowID

  public init(arrayLiteral objects: AnyObject...) {
    self.init(objects: EnvironmentObjects(objects), client: ClientEnvironment())
  }

  package init(
    objects: EnvironmentObjects, client: ClientEnvironment, window: WindowID = WindowID("")
  ) {
    self.objects = objects
    self.client = client
    self.window = window
  }

  /// The environment of objects created outside any turn, such as a user's saved objects; all of them share it.
  // Guard: no page reports to its client, and nothing else of it changes.
  nonisolated(unsafe) package static let ofNobody: EnvironmentValues = []

  /// The object of this type, if there is one.
  public subscript<Object: AnyObject>(_ type: Object.Type) -> Object? { objects[type] }

  /// The window's user, with the roles of the latest sign-in.
  public var user: User { client.user }
  /// The tenant whose objects are in this environment.
  public var tenant: Tenant { client.user.tenant }
  /// A BCP 47 language tag, such as `en-GB`.
  public var locale: String { client.language }
  /// An IANA time zone name, such as `Europe/Berlin`.
  public var timeZone: String { client.timeZone }
  /// The page's colour scheme, light or dark.
  public var colorScheme: ColorScheme { client.colorScheme }
  /// Whether the user prefers reduced motion.
  public var accessibilityReduceMotion: Bool { client.reducedMotion }
  /// The page's size in CSS pixels.
  public var size: WindowSize { client.size }
  /// Whether a page shows the window and is visible to its user.
  public var isVisible: Bool { client.isVisible }
  /// Whether a page shows the window: its user is there. It becomes true at once, and false 2 seconds after the last
  /// page has gone, so that a reload doesn't flicker. An operator who mirrors the window is no page.
  ///
  /// ``NavigationModel/didAttach()`` and ``NavigationModel/didDetach()`` follow it. For a shared model, which has no page
  /// of its own, and for a saved object, it is false.
  public var isAttached: Bool { client.isAttached }
  /// The server's clock.
  public var clock: HubClock { client.clock }
}

/// Whether a page is light or dark.
public enum ColorScheme: String, Sendable, Codable {
  /// Dark on light.
  case light
  /// Light on dark.
  case dark
}

/// A page's size in CSS pixels.
public struct WindowSize: Sendable, Hashable, Codable {
  /// The width of the part of the page that shows the window.
  public var width: Double
  /// The height of the part of the page that shows the window.
  public var height: Double

  /// In CSS pixels.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// The objects that all windows of a user share, by type.
package final class EnvironmentObjects {
  package let all: [AnyObject]

  package init(_ objects: [AnyObject]) {
    all = objects
  }

  subscript<Object: AnyObject>(_ type: Object.Type) -> Object? {
    // There are few of them, and a dictionary for each user would take more memory.
    all.last { Swift.type(of: $0) == type }.map { unsafeDowncast($0, to: Object.self) }
  }

  func conforming<Conformance>(to type: Conformance.Type) -> Conformance? {
    all.lazy.reversed().compactMap { $0 as? Conformance }.first
  }
}

/// The latest report of the page. It is observed: a change renders the bodies that have read it.
@Observable
package final class ClientEnvironment {
  @ObservationIgnored private let _$observationRegistrar = LazyRegistrar()
  package var user: User
  package var locale = "en"
  /// The language of a translation that is being rendered.
  @ObservationIgnored private var spoken: String?
  /// How often the language was read.
  @ObservationIgnored private(set) var languageReads = 0
  package var timeZone = "UTC"
  package var colorScheme = ColorScheme.light
  package var reducedMotion = false
  package var size = WindowSize(width: 0, height: 0)
  package var isVisible = true
  package var isAttached = false
  /// The clock of its hub.
  @ObservationIgnored package let clock = HubClock()
  /// The custom kinds of presentation that the page supports.
  package var presents: Set<String> = []

  package init(user: User = User(id: "")) {
    self.user = user
  }

  // The hub's own reads, which are not observed.
  package var isNowAttached: Bool { _isAttached }
  package var currentLocale: String { _locale }
  package var currentPresents: Set<String> { _presents }
  package var currentSize: WindowSize { _size }

  fileprivate var language: String {
    languageReads &+= 1
    return spoken ?? locale
  }

  /// Calls code that reads another language, without a change that anybody could observe.
  package func speaking<Result, Failure>(
    _ language: String, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    spoken = language
    defer { spoken = nil }
    return try body()
  }
}
