import OrielDocument

/// What an app consists of: kinds of windows, and models that many windows show.
public protocol Scene: Sendable {
  /// What this scene declares. Supplied by the scenes of this library.
  var _declarations: [SceneDeclaration] { get }
}

/// One kind of window or shared model, as the hub sees it.
public struct SceneDeclaration: Sendable {
  package enum Role: Sendable { case window, shared }

  package let role: Role
  package let id: String
  package let title: String
  /// Whether it is made for a value.
  package let takesValue: Bool
  /// Whether the value, or that there is none, is right; `make` throws otherwise.
  package let accepts: @Sendable (JSONValue?) -> Bool
  package let make: @Sendable (JSONValue?) throws -> any NavigationModel
  /// What types were called once, and the mangled names of what they are called now.
  package var renamed: [(old: String, new: String)] = []
  /// What is saved under another key is not restored.
  package var restorationKey: String?
  /// What covers its windows while a flag is set.
  package var lockScreen: LockScreen?
  /// What takes or rewrites triggers on their way to its windows' pages.
  package var triggerHandler: TriggerHandler?
  package var address = SceneAddress()
  package var routes = SceneRoutes()
  /// Makes what follows the model that `make` has made, where that takes its time.
  package var bootstrap: Bootstrap?
  /// For anybody without this role it is a scene that there is none of.
  package var requiredRole: String?
  /// Whether its windows are the operators' console: they are none of the app's.
  package var isConsole = false

  package typealias Bootstrap =
    nonisolated(nonsending) @Sendable (JSONValue?) async throws -> any NavigationModel
}

/// A kind of window.
public struct WindowGroup: Scene {
  public private(set) var _declarations: [SceneDeclaration]

  /// - Parameters:
  ///   - title: What a window says it is until its screen has a title.
  ///   - id: The scene's name in URLs and commands. Without one it is made of the title; the first group is the default.
  ///   - model: Makes the root model of each new window.
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

  package func changing(_ change: (inout SceneDeclaration) -> Void) -> WindowGroup {
    var group = self
    change(&group._declarations[0])
    return group
  }
}

/// A model with one instance, which many windows show (`.shared`). It is rendered once, and the same bytes go to all.
///
/// It is made when a window first shows it, and ends when none does any more. It is not saved: what would be missed belongs
/// into an object of ``WindowApp/sharedEnvironment()``, or where that has it from.
public struct SharedModel: Scene {
  public let _declarations: [SceneDeclaration]

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
  /// What an app's `body` is.
  public static func buildFinalResult(_ declarations: [SceneDeclaration]) -> SceneList {
    SceneList(_declarations: declarations)
  }
}

/// The scenes of an app.
public struct SceneList: Scene {
  public let _declarations: [SceneDeclaration]
}

/// The value a window is opened for, on its way through documents and URLs.
package enum SceneValue {
  package static func encode(_ value: some Codable) -> JSONValue {
    // What can't be encoded can't be the value of any scene: it is refused when the window is opened.
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
