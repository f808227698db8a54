import Observation

/// A node of a window's navigation: a screen, or a container of other models.
///
/// Write one as a `final class` with `@NavigationModel`; the macro adds this conformance, observes every stored `var`
/// and saves every stored property. A model belongs to the hub of its window: it is not `Sendable`, its handlers, its
/// `body` and its tasks run there and nowhere else.
public protocol NavigationModel: AnyObject, Observable {
  /// What `body` makes. Write `some View`.
  associatedtype Body: View

  /// What the screen shows: a pure function of the model's state and environment. It is evaluated again only when
  /// something it read has changed.
  @ViewBuilder var body: Body { get }

  /// Called once for every time the model becomes part of a window, before its first rendering, and again after a
  /// restart. Start work that should not outlive the model with `task`.
  func start()

  /// Called once for every time the model can be seen anew, when a page shows it and whatever it was to move by has
  /// ended. With no page there is nothing to be seen.
  ///
  /// - Parameter animated: whether it moved.
  func didAppear(animated: Bool)

  /// Called when the model has appeared and can no longer be seen, while it is still part of the window.
  func didDisappear()

  /// Hears what a child in the graph says to its parent with `sendMessage`. Unlike a closure given to
  /// `onMessageReceived`, it still hears after a restart.
  func receive(_ message: any NavigationMessage, from child: any NavigationModel)

  /// The models below this one in order: the presented one first, then what it contains.
  ///
  /// A container of your own lists here what it contains, and need not add what it presents. See
  /// ``CustomNavigationModel``.
  var children: [any NavigationModel] { get }

  /// How children of this model present: a wrapper's children let their presentations bubble up through it. Only a
  /// switched container is none.
  var isWrapperModel: Bool { get }

  /// What this model adds to the address of a window that shows it: a piece such as `notes`, or, where it begins with
  /// `/`, the whole address below that of the scene, such as `/notes/3?tab=text`.
  ///
  /// The address bar shows the pieces one after another, from the root to what is seen. Without one it is what the
  /// destination says for which the model was made. `onOpenURL` and `destinations` are the way back.
  var urlPath: String? { get }

  /// What kind of node this is. Supplied by the container protocols.
  var _content: ModelContent { get }

  /// The framework's side of the model. Written by the macro.
  var _node: ModelNode { get }

  /// How what older versions of this type have saved becomes what this version reads, one step for each version, the
  /// oldest first. Append a step whenever saved properties change in a way that their defaults don't cover; never remove
  /// one. A property that is new and has a default, or is gone, needs none.
  ///
  /// ```swift
  /// static let migrations: [SavedMigration] = [
  ///   .rename("query", to: "filter"),
  ///   SavedMigration { saved in try saved.set(saved.value(for: "isWide") ?? false ? 3 : 1, for: "columns") },
  /// ]
  /// ```
  static var migrations: [SavedMigration] { get }

  /// Makes the model again from what was saved. Written by the macro.
  init(_restoring saved: SavedReader) throws

  /// Saves every stored property. Written by the macro.
  func _save(to saved: inout SavedWriter)
}

extension NavigationModel {
  public func start() {}
  public func didAppear(animated: Bool) {}
  public func didDisappear() {}
  public func receive(_ message: any NavigationMessage, from child: any NavigationModel) {}
  public var children: [any NavigationModel] {
    (_node.layer?.presentation.model).map { [$0] + _content.children } ?? _content.children
  }
  public var isWrapperModel: Bool { true }
  public var urlPath: String? { nil }
  public var _content: ModelContent { .screen }
  public static var migrations: [SavedMigration] { [] }
}

// What a class has that was not marked: the compiler says then what it needs.
extension NavigationModel {
  @available(*, unavailable, message: "write '@NavigationModel final class …': the macro makes it a model")
  public var _node: ModelNode { fatalError("unavailable") }

  @available(*, unavailable, message: "write '@NavigationModel final class …': the macro makes it a model")
  public init(_restoring saved: SavedReader) throws { fatalError("unavailable") }

  @available(*, unavailable, message: "write '@NavigationModel final class …': the macro makes it a model")
  public func _save(to saved: inout SavedWriter) {}
}

/// Observes and saves a class as a model of a window's navigation. See ``NavigationModel-protocol``.
///
/// The class must be `final`. Every stored property is saved and must be `Codable`, a model, an optional or an array of
/// models; mark one that can't be with `@Transient` and give it a default.
@attached(
  member, names: named(_node), named(init(_restoring:)), named(init()), named(_save(to:)))
@attached(memberAttribute)
@attached(extension, conformances: NavigationModel)
public macro NavigationModel() = #externalMacro(module: "OrielMacros", type: "NavigationModelMacro")

/// A stack: the last model of `path` shows, `path[0]` is the root. See ``StackRootNavigationModel-protocol``.
@attached(
  member, names: named(_node), named(init(_restoring:)), named(init()), named(_save(to:)))
@attached(memberAttribute)
@attached(extension, conformances: StackRootNavigationModel)
public macro StackRootNavigationModel() = #externalMacro(module: "OrielMacros", type: "NavigationModelMacro")

/// Tabs that all stay alive. See ``TabsRootNavigationModel-protocol``.
@attached(
  member, names: named(_node), named(init(_restoring:)), named(init()), named(_save(to:)))
@attached(memberAttribute)
@attached(extension, conformances: TabsRootNavigationModel)
public macro TabsRootNavigationModel() = #externalMacro(module: "OrielMacros", type: "NavigationModelMacro")

/// One child at a time. See ``SwitchedNavigationModel-protocol``.
@attached(
  member, names: named(_node), named(init(_restoring:)), named(init()), named(_save(to:)))
@attached(memberAttribute)
@attached(extension, conformances: SwitchedNavigationModel)
public macro SwitchedNavigationModel() = #externalMacro(module: "OrielMacros", type: "NavigationModelMacro")

/// What the macros put on each stored `var`: its changes are seen by `body` and by the store.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(_))
public macro _Observed() = #externalMacro(module: "OrielMacros", type: "ObservedMacro")

/// Keeps a stored property of a model out of the store. It needs a default, which it has again after a restart.
@attached(peer)
public macro Transient() = #externalMacro(module: "OrielMacros", type: "TransientMacro")

/// Observes and saves an environment object, one for each user and type. See ``SavedState-protocol``.
@attached(
  member, names: named(_node), named(init(_restoring:)), named(init()), named(_save(to:)))
@attached(memberAttribute)
@attached(extension, conformances: SavedState)
public macro SavedState() = #externalMacro(module: "OrielMacros", type: "NavigationModelMacro")

/// An environment object that is kept by the store like a model: a row for each user and type.
public protocol SavedState: AnyObject, Observable {
  /// How what older versions have saved becomes what this one reads: see ``NavigationModel-protocol/migrations``.
  static var migrations: [SavedMigration] { get }

  var _node: ModelNode { get }
  init(_restoring saved: SavedReader) throws
  func _save(to saved: inout SavedWriter)
}

extension SavedState {
  public static var migrations: [SavedMigration] { [] }
}
