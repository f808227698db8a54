/// A destination in an app, as a value: it creates the model shown there and says how to reach it.
///
/// Usually an enum with a case for each screen of a feature, or a struct. It can be sent, saved and written into
/// addresses, identified by `routeName` and its encoded properties. Two destinations are the same if they are equal.
///
/// A closure is not a value: pass a ``Callback`` for a screen to call back.
///
/// ```swift
/// enum HomePage: NavigationDestination {
///   case notes
///   case note(Int)
///
///   func makeModel() -> any NavigationModel {
///     switch self {
///     case .notes: NotesModel()
///     case .note(let id): NoteModel(id: id)
///     }
///   }
/// }
/// ```
public protocol NavigationDestination: Codable, Hashable, ReceiveResuming, SendableMetatype {
  /// The type's name outside the program: in operators' requests and in the log. By default it is the name of the type,
  /// including the types it is nested in; give another name to be able to rename the type later.
  static var routeName: String { get }

  /// The default method of navigation; by default a push.
  var method: NavigationMethod { get }

  /// The possible heights of a sheet that shows it; none means full height.
  var detents: [PresentationDetent] { get }

  /// The initial detent of that sheet; by default the first.
  var selectedDetent: PresentationDetent? { get }

  /// The name of the layer that shows it. Only one layer with the name can be open at a time.
  var presentationName: String? { get }

  /// Its part of the address of a window that shows it, unless its model has its own: see ``NavigationModel/urlPath``.
  var urlPath: String? { get }

  /// Creates the model to show. Called on the hub, once for each navigation to the destination.
  func makeModel() -> any NavigationModel
}

extension NavigationDestination {
  public static var routeName: String { NodeRouting.routeName(of: Self.self) }
  public var method: NavigationMethod { .push }
  /// How a queue of sent values continues after this one, if its receiver answers `.auto`.
  public var receiveResumeType: ReceiveResume { .auto }
  public var detents: [PresentationDetent] { [] }
  public var selectedDetent: PresentationDetent? { nil }
  public var presentationName: String? { nil }
  public var urlPath: String? { nil }

  func isEqual(to other: any NavigationDestination) -> Bool { other as? Self == self }
}

/// How to navigate to a destination.
public enum NavigationMethod: String, Codable, Sendable, CaseIterable {
  /// Pushes it onto the nearest stack.
  case push
  /// Sends it to the receiver of its type.
  case send
  /// Presents it in a sheet.
  case sheet
  /// Presents it in a cover, over the whole window.
  case cover
  /// Presents it in a sheet, inside a stack.
  case managedSheet
  /// Presents it in a cover, inside a stack.
  case managedCover
  /// Uses the destination's own method, and replaces a destination opened in the same way.
  ///
  /// A pushed destination replaces the last entry pushed onto the nearest stack. A presented one replaces the topmost sheet
  /// or cover, counted from the caller's layer upward, with all layers above it. If there is nothing to replace, it is
  /// added. If the same destination is open there, it stays and only the layers above it close. A destination whose method
  /// is `send` is sent; one whose own method is `replace` is pushed.
  case replace

  var isManaged: Bool { self == .managedSheet || self == .managedCover }
}

/// A destination of any type, with an optional method.
public struct AnyNavigationDestination {
  /// The destination.
  public let base: any NavigationDestination
  /// The method to use instead of the destination's own, or `nil`.
  public var method: NavigationMethod?

  /// Wraps a destination. A method given here overrides its own.
  public init(_ base: any NavigationDestination, method: NavigationMethod? = nil) {
    self.base = base
    self.method = method
  }
}

extension AnyNavigationDestination: Equatable {
  public static func == (one: Self, other: Self) -> Bool {
    one.base.isEqual(to: other.base) && one.method == other.method
  }
}
