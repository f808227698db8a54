// Property attributes of other frameworks. The compiler says what to write instead, and where.

/// A model's `var` is state.
@attached(peer)
public macro State() = #externalMacro(module: "OrielMacros", type: "ForeignAttributeMacro")

/// A model is kept alive by its container.
@attached(peer)
public macro StateObject() = #externalMacro(module: "OrielMacros", type: "ForeignAttributeMacro")

/// A model is observed wherever it is read.
@attached(peer)
public macro ObservedObject() = #externalMacro(module: "OrielMacros", type: "ForeignAttributeMacro")

/// A model's `var` is observed.
@attached(peer)
public macro Published() = #externalMacro(module: "OrielMacros", type: "ForeignAttributeMacro")

/// `@Environment` finds an object by its type.
@attached(peer)
public macro EnvironmentObject() = #externalMacro(module: "OrielMacros", type: "ForeignAttributeMacro")

/// Every model has `bind(_:)`.
@attached(peer)
public macro Bindable() = #externalMacro(module: "OrielMacros", type: "ForeignAttributeMacro")

/// A `@SavedState` class is shared by all windows of a user.
@attached(peer)
public macro AppStorage(_ key: String) = #externalMacro(module: "OrielMacros", type: "ForeignAttributeMacro")

/// A model's `var` is saved with its window.
@attached(peer)
public macro SceneStorage(_ key: String) = #externalMacro(module: "OrielMacros", type: "ForeignAttributeMacro")

/// `focused(_:)` takes a binding to a model's `var`.
@attached(peer)
public macro FocusState() = #externalMacro(module: "OrielMacros", type: "ForeignAttributeMacro")

/// Gestures are the page's.
@attached(peer)
public macro GestureState() = #externalMacro(module: "OrielMacros", type: "ForeignAttributeMacro")
