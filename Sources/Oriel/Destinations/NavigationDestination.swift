/// A place that an app can go to, as a value: it says which model is shown there, and how it is reached.
///
/// Usually an enum with a case for each screen of a feature, or a struct. It may be sent, saved and written into
/// addresses, where it is known by `routeName` and its encoded properties. Two destinations are the same place if they
/// are equal; hashes never decide.
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
  /// The type's name outside of the program: in requests of operators, and in the log. It is the type's own with what it
  /// is nested in, unless you give another; give one to rename the type later.
  static var routeName: String { get }

  /// How it is reached where nothing else is said. Pushed, by default.
  var method: NavigationMethod { get }

  /// How tall the sheet may be that shows it; none means full height.
  var detents: [PresentationDetent] { get }

  /// The detent that sheet opens with; the first, unless one is named.
  var selectedDetent: PresentationDetent? { get }

  /// By which name the layer that shows it is found while it is up. Two of one name can't be.
  var presentationName: String? { get }

  /// What it adds to the address of a window that shows it, unless its model says: see ``NavigationModel/urlPath``.
  var urlPath: String? { get }

  /// Makes the model that is shown there. Called on the hub, once for each time the destination is navigated to.
  func makeModel() -> any NavigationModel
}

extension NavigationDestination {
  public static var routeName: String { NodeRouting.routeName(of: Self.self) }
  public var method: NavigationMethod { .push }
  /// How a queue of sent values goes on after this one, where its receiver says `.auto`.
  public var receiveResumeType: ReceiveResume { .auto }
  public var detents: [PresentationDetent] { [] }
  public var selectedDetent: PresentationDetent? { nil }
  public var presentationName: String? { nil }
  public var urlPath: String? { nil }

  func isEqual(to other: any NavigationDestination) -> Bool { other as? Self == self }
}

/// How a destination is reached.
public enum NavigationMethod: String, Codable, Sendable, CaseIterable {
  /// Onto the nearest stack.
  case push
  /// To whoever receives values of its type.
  case send
  /// In a sheet.
  case sheet
  /// In a cover: over the whole window.
  case cover
  /// In a sheet, with a stack around it.
  case managedSheet
  /// In a cover, with a stack around it.
  case managedCover

  var isManaged: Bool { self == .managedSheet || self == .managedCover }
}

/// A destination of any type, with the method by which it is to be reached.
public struct AnyNavigationDestination {
  /// Where to go.
  public let base: any NavigationDestination
  /// Takes the place of the destination's own; `nil` leaves it.
  public var method: NavigationMethod?

  /// With a method it is reached by that, whatever it says itself.
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
