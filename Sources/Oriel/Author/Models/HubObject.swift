import Observation

/// An object that lives on a hub: a model of a window, or an environment object that is saved. The macros make a class one.
///
/// It is not `Sendable`. Its methods, handlers and tasks run on its hub only.
public protocol HubObject: AnyObject, Observable {
  /// The framework's part of the object. Written by the macro.
  var _node: _ModelNode { get }
}
