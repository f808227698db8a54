import OrielDocument

/// A part of an app: a kind of window, or a model that many windows show.
///
/// Modifiers such as `requiresRole(_:)` and `destinations(_:)` return the same type, so they can follow in any order.
public protocol Scene: Sendable {
  /// The scene's declarations. Supplied by the scenes of this library.
  var _declarations: [SceneDeclaration] { get set }
}

extension Scene {
  /// The same scene with a change to each of its declarations.
  package func changing(_ change: (inout SceneDeclaration) -> Void) -> Self {
    var scene = self
    for index in scene._declarations.indices { change(&scene._declarations[index]) }
    return scene
  }
}

/// One kind of window or shared model, as the hub sees it.
public struct SceneDeclaration: Sendable {
  package enum Role: Sendable { case window, shared }

  package let role: Role
  package let id: String
  package let title: String
  /// Whether it takes a value.
  package let takesValue: Bool
  /// Whether the value, or its absence, is valid; `make` throws otherwise.
  package let accepts: @Sendable (JSONValue?) -> Bool
  package let make: @Sendable (JSONValue?) throws -> any NavigationModel
  /// The former names of types, with the mangled names of the current types.
  package var renamed: [(old: String, new: String)] = []
  /// Windows saved under another key are not restored.
  package var restorationKey: String?
  /// The lock screen that covers its windows while a flag is set.
  package var lockScreen: LockScreen?
  /// Handles or rewrites triggers on their way to the pages of its windows.
  package var triggerHandler: TriggerHandler?
  package var address = SceneAddress()
  package var routes = SceneRoutes()
  /// Creates the model that replaces the one of `make`, if that is asynchronous.
  package var bootstrap: Bootstrap?
  /// The role without which the scene doesn't exist for a user.
  /// Roles of which a user needs one; empty if none is needed.
  package var requiredRoles: [String] = []
  /// The tenancy of its windows, if it is not the app's.
  package var tenancy: Tenancy?
  /// Whether a page that names no window returns to one that waits.
  package var returnsToWaiting = false
  /// Whether a user has at most one of its windows for each value.
  package var hasOneWindowPerValue = false
  /// Whether one page may show it beyond the limit of a user's windows.
  package var opensBeyondLimit = false
  /// Whether visitors sign in in its windows.
  package var asksToSignIn = false
  /// The files that only its pages load, beside those of all pages.
  package var pageFiles: [PageFile] = []
  /// Objects in the environment of the operators' console; `nil` for windows of the app.
  package var consoleObjects: [any AnyObject & Sendable]?
  /// Whether its windows are the operators' console, and so don't count as windows of the app.
  package var isConsole: Bool { consoleObjects != nil }

  package typealias Bootstrap =
    nonisolated(nonsending) @Sendable (JSONValue?) async throws -> any NavigationModel
}

/// A kind of window.
public struct WindowGroup: Scene {
  public var _declarations: [SceneDeclaration]

  /// - Parameters:
  ///   - title: The window's title until its screen has one.
  ///   - id: The scene's name in URLs and commands, by default derived from the title. The first group is the default
  ///     scene.
  ///   - model: Creates the root model of each new window.
  public init(
    _ title: String, id: String? = nil, model: @escaping @Sendable () -> any NavigationModel
  ) {
    _declarations = [
      SceneDeclaration(
        role: .window, id: id ?? SceneValue.id(from: title), title: title, takesValue: false, accepts: { $0 == nil }
      ) { _ in
        model()
      }
    ]
  }

  /// A kind of window that is opened for a value.
  public init<Value: Codable & Hashable & SendableMetatype>(
    _ title: String, id: String? = nil, for type: Value.Type,
    model: @escaping @Sendable (Value) -> any NavigationModel
  ) {
    _declarations = [
      SceneDeclaration(
        role: .window, id: id ?? SceneValue.id(from: title), title: title, takesValue: true,
        accepts: { SceneValue.is(type, $0) }
      ) { value in
        model(try SceneValue.decode(type, from: value))
      }
    ]
    _declarations[0].address = SceneAddress(of: type)
  }
}

/// A model with a single instance that many windows show (`.shared`). It is rendered once, and the same bytes go to all
/// of them.
///
/// Each tenant has its own instance, which is saved. With the tenancy ``Tenancy/everywhere`` there is one for all windows
/// of the server, which is not saved, and ends when no window shows it. It is created when a window first shows it. When none shows it any
/// more it sleeps, and its tasks end; shown again, it goes on as a window does after a restart. It finishes when it was
/// not shown for as long as windows are kept.
///
/// Its `body` is the same for all, so that `\.user`, `\.window` and what is known of a page are empty there. In a handler, and
/// in a task that a handler starts, they are those of the user who pressed the button, for as long as their window shows the
/// model: `openWindow`, `dismissWindow`, `openURL` and triggers go to that user's page. In `start()` and in timers there is
/// no such user, and the result is `notAttached`.
public struct SharedModel: Scene {
  public var _declarations: [SceneDeclaration]

  /// One instance for the whole app.
  public init(_ id: String, model: @escaping @Sendable () -> any NavigationModel) {
    _declarations = [
      SceneDeclaration(role: .shared, id: id, title: "", takesValue: false, accepts: { $0 == nil }) { _ in model() }
    ]
  }

  /// One instance for each value.
  public init<Value: Codable & Hashable & SendableMetatype>(
    _ id: String, for type: Value.Type, model: @escaping @Sendable (Value) -> any NavigationModel
  ) {
    _declarations = [
      SceneDeclaration(role: .shared, id: id, title: "", takesValue: true, accepts: { SceneValue.is(type, $0) }) {
        value in
        model(try SceneValue.decode(type, from: value))
      }
    ]
  }
}

/// Collects an app's scenes.
@resultBuilder
public enum SceneBuilder {
  /// A scene is a statement.
  public static func buildExpression(_ scene: some Scene) -> [SceneDeclaration] { scene._declarations }
  /// Scenes one after another.
  public static func buildBlock(_ parts: [SceneDeclaration]...) -> [SceneDeclaration] { parts.flatMap { $0 } }
  /// The result of an app's `body`.
  public static func buildFinalResult(_ declarations: [SceneDeclaration]) -> SceneList {
    SceneList(_declarations: declarations)
  }
}

/// The scenes of an app.
public struct SceneList: Scene {
  public var _declarations: [SceneDeclaration]
}

/// The value a window is opened for, on its way through documents and URLs.
package enum SceneValue {
  package static func encode(_ value: some Codable) -> JSONValue {
    // A value that can't be encoded is invalid for every scene, and refused when the window is opened.
    (try? JSONValueEncoder.encode(value)) ?? .null
  }

  static func `is`<Value: Decodable>(_ type: Value.Type, _ value: JSONValue?) -> Bool {
    value != nil && (try? decode(type, from: value)) != nil
  }

  static func decode<Value: Decodable>(_ type: Value.Type, from value: JSONValue?) throws -> Value {
    try JSONValueDecoder.decode(type, from: value ?? .null)
  }

  static func id(from title: String) -> String {
    String(title.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
  }
}
