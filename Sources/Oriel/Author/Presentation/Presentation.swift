import OrielDocument

/// The reason why a layer was closed.
public enum DismissReason: String, Sendable, Codable {
  /// The user closed it.
  case user
  /// A command closed it, or the model it belonged to finished.
  case programmatic
  /// Another layer replaced it.
  case replaced
  /// The window has ended.
  case windowClosed
}

/// A layer of a window: a model or a question above the model that presents it.
public struct Presentation {
  /// How it looks: a style that every page has, or one that a page declares.
  enum Style: Equatable {
    case sheet, cover, popover, alert, dialog
    case custom(String)

    private static let common = [Style.sheet, .cover, .popover, .alert, .dialog]

    init(name: String) {
      self = Self.common.first { $0.name == name } ?? .custom(name)
    }

    /// The name in documents and in the store.
    var name: String {
      switch self {
      case .sheet: "sheet"
      case .cover: "cover"
      case .popover: "popover"
      case .alert: "alert"
      case .dialog: "dialog"
      case .custom(let name): name
      }
    }
  }

  enum Content {
    case model(any NavigationModel, as: Style)
    case question(Question, as: Style)
  }

  var content: Content
  var detents: [PresentationDetent] = []
  /// The initial detent, and later the user's choice.
  var selectedDetent: PresentationDetent?
  var source: String?
  /// The name by which it can be found from anywhere in its window.
  var name: String?
  var isDismissible = true
  /// The transition of the layer, if not the default of its kind.
  var transition: Transition?
  var hidesAfter: Duration?
  /// A closure does not survive a restart.
  var onDismiss: ((DismissReason) -> Void)?
  /// Whether it is a restored question whose actions were closures, so that it closes without a choice.
  var hasLostActions = false
  /// Called if no answer will ever arrive, because the window goes to sleep or wakes elsewhere.
  var abandoned: (() -> Void)?
  /// The model that asked for it and receives the answer of an alert or dialog. Not always the presenter.
  package internal(set) var caller: (any NavigationModel)?

  package var model: (any NavigationModel)? {
    if case .model(let model, _) = content { model } else { nil }
  }

  package var question: Question? {
    if case .question(let question, _) = content { question } else { nil }
  }

  /// Whether it is an alert, dialog or popover. These can't present, and presenting above one closes it first.
  var isEphemeral: Bool {
    switch content {
    case .question: true
    case .model(_, let style): style == .popover
    }
  }

  var style: Style {
    switch content {
    case .model(_, let style), .question(_, let style): style
    }
  }

  /// The name of the style.
  var kind: String { style.name }

  var shownDetent: PresentationDetent? { selectedDetent ?? detents.first }
}

// MARK: In the document, and in the store

extension Presentation {
  func rendered(in environment: EnvironmentValues) -> JSONValue {
    var members: JSONObject
    switch content {
    case .model(let model, _):
      members = ["as": .string(kind), "model": .string(model._node.id)]
    case .question(let question, _):
      members = question.rendered(in: environment)
      members["as"] = .string(kind)
    }
    describe(in: &members)
    return .object(members)
  }

  private func describe(in members: inout JSONObject) {
    members["name"] = name.map(JSONValue.string)
    if !detents.isEmpty { members["detents"] = .array(detents.map { .string($0.rawValue) }) }
    members["detent"] = selectedDetent.map { .string($0.rawValue) }
    if !isDismissible { members["dismissible"] = false }
    members["source"] = source.map(JSONValue.string)
    members["transition"] = transition?.rendered
  }

  /// The saved form, with the parts that survive a restart.
  func saved(models: any ModelIdentifying) -> JSONValue? {
    var members: JSONObject
    switch content {
    case .model(let model, _): members = ["as": .string(kind), "model": .string(models.identify(model))]
    case .question(let question, _):
      guard let saved = question.saved else { return nil }
      members = saved
      members["as"] = .string(kind)
    }
    describe(in: &members)
    members["hidesAfter"] = hidesAfter.map { .integer(Int($0.milliseconds)) }
    members["caller"] = caller.map { .string(models.identify($0)) }
    return .object(members)
  }

  init(saved: JSONValue, models: any ModelRestoring) throws {
    guard let style = saved["as"]?.stringValue.map(Style.init(name:)) else {
      throw SavedError.wrongType(property: "presented")
    }
    if let id = saved["model"]?.stringValue {
      content = .model(try models.restoredModel(id), as: style)
    } else {
      hasLostActions = saved["actions"]?.arrayValue?.contains { $0["closure"] != nil } ?? false
      content = .question(try Question(saved: saved, types: models.types), as: style)
    }
    detents = (saved["detents"]?.arrayValue ?? []).compactMap { $0.stringValue.flatMap(PresentationDetent.init) }
    selectedDetent = saved["detent"]?.stringValue.flatMap(PresentationDetent.init)
    name = saved["name"]?.stringValue
    hidesAfter = saved["hidesAfter"]?.integerValue.map { .milliseconds($0) }
    isDismissible = saved["dismissible"]?.boolValue ?? true
    source = saved["source"]?.stringValue
    transition = Transition(saved: saved["transition"])
    caller = try saved["caller"]?.stringValue.map(models.restoredModel)
  }
}
