/// A sequence of screens that belong together, such as a sign-up, as one value.
///
/// ```swift
/// struct SignUp: NavigationFlow {
///   var anchor: FlowAnchor?
///   var name = ""
///   func start() -> FlowResult<String> { .model(NameModel(flow: self)) }
///   mutating func next() async throws -> FlowResult<String> { .completeWithValue(name) }
/// }
/// ```
/// A model starts the flow with `start(_:)`. Each step's model keeps a copy, writes into it, and passes it to
/// `next(_:)`; a user who goes back finds the earlier copy unchanged. When the flow ends, the window returns to where
/// the flow was started, or to a checkpoint. A copy is saved with its model, so a flow survives a restart.
public protocol NavigationFlow: Codable {
  /// The type of the flow's result.
  associatedtype Value = Never

  /// The place that the flow returns to. Declare it; `start(_:)` sets it.
  var anchor: FlowAnchor? { get set }

  /// Returns the first step.
  func start() -> FlowResult<Value>

  /// Returns the next step. If it throws, nothing changes.
  mutating func next() async throws -> FlowResult<Value>

  /// Called after the window has returned, with the model that is then visible.
  func onComplete(at model: any NavigationModel)
  /// Called after the window has returned, and after the handler of its checkpoint.
  func onComplete(_ value: Value, at model: any NavigationModel)
  /// Called after the window has returned because the flow was cancelled.
  func onCancel(at model: any NavigationModel)
  /// Called after the window has returned or, with a `FlowError`, on the model that ended the flow if there was nothing
  /// to return to.
  func onError(_ error: any Error, at model: any NavigationModel)
}

extension NavigationFlow {
  public func onComplete(at model: any NavigationModel) {}
  public func onComplete(_ value: Value, at model: any NavigationModel) {}
  public func onCancel(at model: any NavigationModel) {}
  public func onError(_ error: any Error, at model: any NavigationModel) {}
}

/// How a flow continues.
public enum FlowResult<Value> {
  /// Pushes the step.
  case model(any NavigationModel)
  /// Presents the step.
  case presentation(Presentation)
  /// Navigates to the step by its method.
  case destination(any NavigationDestination)
  /// Ends the flow without a value.
  case complete
  /// Ends the flow with a value for the handler of its checkpoint, if it has one, and for `onComplete`.
  case completeWithValue(Value)
  /// Ends the flow without a value, because the user cancelled it.
  case cancel
  /// Ends the flow because of this error.
  case error(any Error)
}

/// The reason why a flow could not return.
public enum FlowError: Error, Equatable, Sendable {
  /// The place to return to is gone, or the flow was never started.
  case noAnchor
}

/// The place that a flow returns to when it ends.
public struct FlowAnchor: Codable, Hashable, Sendable {
  enum Place: Codable, Hashable, Sendable {
    /// A stack, or the bottom of a layer, by its id, with its depth.
    case depth(of: String, Int)
    /// A checkpoint, looked up from the model that ends the flow.
    case checkpoint(CheckpointKey)
  }

  let place: Place
}
