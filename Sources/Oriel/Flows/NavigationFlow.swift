/// Steps through screens that belong together, such as a sign-up, written as one value.
///
/// ```swift
/// struct SignUp: NavigationFlow {
///   var anchor: FlowAnchor?
///   var name = ""
///   func start() -> FlowResult<String> { .model(NameModel(flow: self)) }
///   mutating func next() async throws -> FlowResult<String> { .completeWithValue(name) }
/// }
/// ```
/// A model starts it with `start(_:)`. Each step's model keeps a copy, writes into it, and hands it to `next(_:)`; who goes
/// back finds the copy as it was. When the flow ends, the window is back where it was started, or at a checkpoint. A copy
/// is saved with its model, so that a flow survives a restart.
public protocol NavigationFlow: Codable {
  /// What it completes with.
  associatedtype Value = Never

  /// Where it returns to. Declare it and leave it to `start(_:)`.
  var anchor: FlowAnchor? { get set }

  /// The first step.
  func start() -> FlowResult<Value>

  /// The step after those that this value has gone through. If it throws, nothing changes.
  mutating func next() async throws -> FlowResult<Value>

  /// Called after the window has returned, with the model that shows there.
  func onComplete(at model: any NavigationModel)
  /// Called after the window has returned, and after the handler of its checkpoint.
  func onComplete(_ value: Value, at model: any NavigationModel)
  /// Called after the window has returned because the flow was cancelled.
  func onCancel(at model: any NavigationModel)
  /// Called after the window has returned; or, with a `FlowError`, of the model that ended the flow, where there was
  /// nothing to return to.
  func onError(_ error: any Error, at model: any NavigationModel)
}

extension NavigationFlow {
  public func onComplete(at model: any NavigationModel) {}
  public func onComplete(_ value: Value, at model: any NavigationModel) {}
  public func onCancel(at model: any NavigationModel) {}
  public func onError(_ error: any Error, at model: any NavigationModel) {}
}

/// How a flow goes on.
public enum FlowResult<Value> {
  /// Pushes the step.
  case model(any NavigationModel)
  /// Presents the step.
  case presentation(Presentation)
  /// Goes to the step by its method.
  case destination(any NavigationDestination)
  /// Ends the flow without a value.
  case complete
  /// Ends the flow; the value goes to the handler of its checkpoint, if it has one, and to `onComplete`.
  case completeWithValue(Value)
  /// Ends the flow without a value, as its user wished.
  case cancel
  /// Ends the flow because of this.
  case error(any Error)
}

/// Why a flow could not end as it should.
public enum FlowError: Error, Equatable, Sendable {
  /// What it was to return to is gone, or it was never started.
  case noAnchor
}

/// Where a flow returns to when it ends.
public struct FlowAnchor: Codable, Hashable, Sendable {
  enum Place: Codable, Hashable, Sendable {
    /// A stack, or the bottom of a layer, by its id, and how deep it was.
    case depth(of: String, Int)
    /// Looked up when the flow ends, from where it ends.
    case checkpoint(CheckpointKey)
  }

  let place: Place
}
