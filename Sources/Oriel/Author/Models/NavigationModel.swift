import Observation

/// A node of a window's navigation: a screen, or a container of other models.
///
/// Declare one as a `final class` with `@NavigationModel`. The macro adds this conformance, observes every stored `var`
/// and saves every stored property. A model belongs to the hub of its window: it is not `Sendable`, and its handlers,
/// its `body` and its tasks run only there.
public protocol NavigationModel: HubObject {
  /// The type of `body`. Write `some View`.
  associatedtype Body: View

  /// The content of the screen: a pure function of the model's state and environment. It is evaluated again only when a
  /// value it has read changes.
  @ViewBuilder var body: Body { get }

  /// Called each time the model becomes part of a window, before its first rendering, and again after a restart. Start
  /// work with `task` that should end with the model.
  func start()

  /// Called each time the model becomes visible, when a page shows it and its transition has ended. Not called while
  /// the window has no page.
  ///
  /// - Parameter animated: Whether there was an animation.
  func didAppear(animated: Bool)

  /// Called when a model that has appeared is no longer visible but is still part of the window: another screen covers
  /// it, or the window has been without a page for 2 seconds. It appears again with the next page.
  func didDisappear()

  /// Called when a page has begun to show the window, in a turn of its own: after ``EnvironmentValues/isAttached`` became
  /// true. Every model of the window is called, visible or not, parents first.
  ///
  /// Also called for a window that came back from the store. A model that becomes part of an attached window later is
  /// not called; it reads `isAttached` in `start()`.
  func didAttach()

  /// Called when the window has been without a page for 2 seconds, in a turn of its own: after
  /// ``EnvironmentValues/isAttached`` became false, and after the visible models were told with `didDisappear()`. Not
  /// called when the window ends.
  func didDetach()

  /// Receives a message that a child in the graph sends with `sendMessage`. Unlike a closure given to
  /// `onMessageReceived`, it still works after a restart.
  func receive(_ message: any NavigationMessage, from child: any NavigationModel)

  /// The models directly below this one: first the presented one, then the contained ones.
  ///
  /// A custom container lists its contained models here and doesn't need to add the presented one. See
  /// ``CustomNavigationModel``.
  var children: [any NavigationModel] { get }

  /// Whether the children of this model present through it: the children of a wrapper let their presentations bubble
  /// up. Only a switched container is not a wrapper.
  var isWrapperModel: Bool { get }

  /// The model's part of the address of a window that shows it: a path segment such as `notes` or, if it begins with
  /// `/`, everything after the scene's address, such as `/notes/3?tab=text`.
  ///
  /// The address bar shows the parts in order, from the root to the visible model. Without a part of its own, a model
  /// uses that of the destination it was created for. `onOpenURL` and `destinations` handle the opposite direction.
  var urlPath: String? { get }

  /// The kind of node. Supplied by the container protocols.
  var _content: ModelContent { get }

  /// The steps that convert data saved by older versions of this type, one for each version, oldest first. Append a
  /// step whenever the saved properties change in a way that defaults don't cover; never remove one. A new property
  /// with a default, or a removed property, needs no step.
  ///
  /// ```swift
  /// static let migrations: [SavedMigration] = [
  ///   .rename("query", to: "filter"),
  ///   SavedMigration { saved in try saved.set(saved.value(for: "isWide") ?? false ? 3 : 1, for: "columns") },
  /// ]
  /// ```
  static var migrations: [SavedMigration] { get }

  /// Restores the model from saved data. Written by the macro.
  init(_restoring saved: _SavedReader) throws

  /// Saves every stored property. Written by the macro.
  func _save(to saved: inout _SavedWriter)
}

extension NavigationModel {
  public func start() {}
  public func didAppear(animated: Bool) {}
  public func didDisappear() {}
  public func didAttach() {}
  public func didDetach() {}
  public func receive(_ message: any NavigationMessage, from child: any NavigationModel) {}
  public var children: [any NavigationModel] {
    (_node.layer?.presentation.model).map { [$0] + _content.children } ?? _content.children
  }
  public var isWrapperModel: Bool { true }
  public var urlPath: String? { nil }
  public var _content: ModelContent { .screen }
  public static var migrations: [SavedMigration] { [] }
}

// Defaults for a class without the macro, which make the compiler say what is missing.
extension NavigationModel {
  @available(*, unavailable, message: "write '@NavigationModel final class …': the macro makes it a model")
  public var _node: _ModelNode { fatalError("unavailable") }

  @available(*, unavailable, message: "write '@NavigationModel final class …': the macro makes it a model")
  public init(_restoring saved: _SavedReader) throws { fatalError("unavailable") }

  @available(*, unavailable, message: "write '@NavigationModel final class …': the macro makes it a model")
  public func _save(to saved: inout _SavedWriter) {}
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

/// Declares a stack: the last model of `path` is visible, and `path[0]` is the root. See
/// ``StackRootNavigationModel-protocol``.
@attached(
  member, names: named(_node), named(init(_restoring:)), named(init()), named(_save(to:)))
@attached(memberAttribute)
@attached(extension, conformances: NavigationModel, StackRootNavigationModel)
public macro StackRootNavigationModel() = #externalMacro(module: "OrielMacros", type: "NavigationModelMacro")

/// Declares tabs, all of which stay alive. See ``TabsRootNavigationModel-protocol``.
@attached(
  member, names: named(_node), named(init(_restoring:)), named(init()), named(_save(to:)))
@attached(memberAttribute)
@attached(extension, conformances: NavigationModel, TabsRootNavigationModel)
public macro TabsRootNavigationModel() = #externalMacro(module: "OrielMacros", type: "NavigationModelMacro")

/// Declares a container that shows one child at a time. See ``SwitchedNavigationModel-protocol``.
@attached(
  member, names: named(_node), named(init(_restoring:)), named(init()), named(_save(to:)))
@attached(memberAttribute)
@attached(extension, conformances: NavigationModel, SwitchedNavigationModel)
public macro SwitchedNavigationModel() = #externalMacro(module: "OrielMacros", type: "NavigationModelMacro")

/// Added by the macros to each stored `var`, so that `body` and the store see its changes.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(_))
public macro _Observed() = #externalMacro(module: "OrielMacros", type: "ObservedMacro")

/// Excludes a stored property of a model from the store. The property needs a default, which it has again after a
/// restart.
@attached(peer)
public macro Transient() = #externalMacro(module: "OrielMacros", type: "TransientMacro")

/// Observes and saves an environment object, one for each type and each user or tenant. See ``SavedState-protocol``.
@attached(
  member, names: named(_node), named(init(_restoring:)), named(init()), named(_save(to:)))
@attached(memberAttribute)
@attached(extension, conformances: SavedState)
public macro SavedState() = #externalMacro(module: "OrielMacros", type: "NavigationModelMacro")

/// An environment object that is stored like a model: one row for each type and each user or tenant.
public protocol SavedState: HubObject {
  /// The steps that convert data saved by older versions. See ``NavigationModel-protocol/migrations``.
  static var migrations: [SavedMigration] { get }

  /// Called each time the tenant's state has been loaded, before its users come. Start work with `task` that goes on
  /// whether or not a window shows it. Not called on objects of a user.
  func start()

  /// Receives a message that this object has scheduled, or that was posted to it. Each is handled once, in a turn of its
  /// own, which also deletes it; what it changes until its first `await` is part of that turn. An error is logged, and
  /// the message is gone. It may begin with ``HubObject/once(_:)``: until that ends, other messages to this object with the
  /// same ``NavigationMessage/orderingKey`` wait. If `once` fails, and this passes the error on at once, the message is
  /// tried again later, with the same key.
  ///
  /// - Parameters:
  ///   - message: Switch on its type.
  ///   - sender: The tenant that has sent it, which is its own for a scheduled message.
  func receive(_ message: any NavigationMessage, from sender: Tenant) async throws

  /// Verifies who has sent a request to one of the app's endpoints that name this class, such as by a webhook's signature. An
  /// error is the answer, as in ``respond(to:)``.
  ///
  /// It is called for each request, also for one whose key is known (``Endpoint/idempotencyKey(keptFor:_:)``), which is answered
  /// without ``respond(to:)``. It changes nothing.
  func verify(_ request: Endpoint.Request) throws

  /// Answers a request to one of the app's endpoints that name this class. Only objects of `environment(for: Tenant)` are
  /// asked.
  ///
  /// It runs on the hub, as a handler does: it may read and change the tenant's state, and other turns run at each `await`.
  /// The answer to a request that is no `GET` is sent when what was changed until the answer is saved, so that the sender
  /// knows that a crash can't undo it. An ``Endpoint/Response`` that is thrown is the answer; any other error is logged, and
  /// the sender gets 500. Changes made before an error stay: check first, then change.
  func respond(to request: Endpoint.Request) async throws -> Endpoint.Response

  init(_restoring saved: _SavedReader) throws
  func _save(to saved: inout _SavedWriter)
}

extension SavedState {
  public static var migrations: [SavedMigration] { [] }
  public func start() {}
  public func receive(_ message: any NavigationMessage, from sender: Tenant) async throws {
    TurnContext.reportMisuse("\(Self.self) has no receive(_:from:), so a \(type(of: message)) is gone")
  }
  public func verify(_ request: Endpoint.Request) throws {}
  public func respond(to request: Endpoint.Request) async throws -> Endpoint.Response {
    TurnContext.reportMisuse("\(Self.self) has no respond(to:), so \(request.pattern) was answered with 404")
    return .text("Nothing is at this address", status: 404)
  }
}
