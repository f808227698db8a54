import OrielDocument

/// Why a layer went away (U7).
public enum DismissReason: String, Sendable, Codable {
  /// Its user closed it.
  case user
  /// A command, or the end of what it belonged to.
  case programmatic
  /// Another was presented in its place.
  case replaced
  /// The window has ended.
  case windowClosed
}

/// How tall a sheet is.
public enum PresentationDetent: String, Sendable, Codable { case medium, large }

/// One link of a window's presentation chain: a model or a question above the model that presents it.
public struct Presentation {
  package enum Content {
    case model(any NavigationModel, as: String)
    case choice(Choice, as: String)
  }

  package var content: Content
  var detents: [PresentationDetent] = []
  var source: String?
  var isDismissible = true
  /// How it comes and goes, where not as layers of its kind do.
  var transition: Transition?
  /// A closure does not survive a restart.
  var onDismiss: ((DismissReason) -> Void)?
  /// A restored question with answers that were closures: it closes as *no choice*.
  var hasLostActions = false
  /// Called if nobody will ever answer: the window goes to sleep, or wakes elsewhere.
  var abandoned: (() -> Void)?
  /// Who asked for it, and hears the answer of an alert or dialog. Not always the presenter (U1).
  package internal(set) var caller: (any NavigationModel)?

  package var model: (any NavigationModel)? {
    if case .model(let model, _) = content { model } else { nil }
  }

  package var choice: Choice? {
    if case .choice(let choice, _) = content { choice } else { nil }
  }

  /// Alerts, dialogs and popovers present nothing: presenting over one closes it first (U1).
  var isEphemeral: Bool {
    switch content {
    case .choice: true
    case .model(_, let style): style == "popover"
    }
  }
}

extension Presentation {
  /// A sheet over what is there.
  ///
  /// - Parameters:
  ///   - detents: How tall it may be; none means full height.
  ///   - isDismissible: Whether its user may close it without the app's help.
  ///   - onDismiss: Called once when it has gone, after the models in it have finished.
  public static func sheet(
    _ model: any NavigationModel, detents: [PresentationDetent] = [], isDismissible: Bool = true,
    onDismiss: ((DismissReason) -> Void)? = nil
  ) -> Presentation {
    var sheet = Presentation(content: .model(model, as: "sheet"), onDismiss: onDismiss)
    sheet.detents = detents
    sheet.isDismissible = isDismissible
    return sheet
  }

  /// A layer that covers the whole window.
  public static func fullScreenCover(
    _ model: any NavigationModel, isDismissible: Bool = true, onDismiss: ((DismissReason) -> Void)? = nil
  ) -> Presentation {
    var cover = Presentation(content: .model(model, as: "cover"), onDismiss: onDismiss)
    cover.isDismissible = isDismissible
    return cover
  }
}

// MARK: In the document, and in the store

extension Presentation {
  func rendered(in environment: EnvironmentValues) -> JSONValue {
    var members: JSONObject
    switch content {
    case .model(let model, let style):
      members = ["as": .string(style), "model": .string(model._node.id)]
    case .choice(let choice, let style):
      members = choice.rendered(in: environment)
      members["as"] = .string(style)
    }
    describe(in: &members)
    return .object(members)
  }

  private func describe(in members: inout JSONObject) {
    if !detents.isEmpty { members["detents"] = .array(detents.map { .string($0.rawValue) }) }
    if !isDismissible { members["dismissible"] = false }
    members["source"] = source.map(JSONValue.string)
    members["transition"] = transition?.rendered
  }

  /// What of it outlives a restart.
  func saved(models: any ModelIdentifying) -> JSONValue? {
    var members: JSONObject
    switch content {
    case .model(let model, let style): members = ["as": .string(style), "model": .string(models.identify(model))]
    case .choice(let choice, let style):
      guard let saved = choice.saved else { return nil }
      members = saved
      members["as"] = .string(style)
    }
    describe(in: &members)
    members["caller"] = caller.map { .string(models.identify($0)) }
    return .object(members)
  }

  init(saved: JSONValue, models: any ModelRestoring) throws {
    guard let style = saved["as"]?.stringValue else { throw SavedError.wrongType(property: "presented") }
    if let id = saved["model"]?.stringValue {
      content = .model(try models.restoredModel(id), as: style)
    } else {
      hasLostActions = saved["actions"]?.arrayValue?.contains { $0["closure"] != nil } ?? false
      content = .choice(try Choice(saved: saved, types: models.types), as: style)
    }
    detents = (saved["detents"]?.arrayValue ?? []).compactMap { $0.stringValue.flatMap(PresentationDetent.init) }
    isDismissible = saved["dismissible"]?.boolValue ?? true
    source = saved["source"]?.stringValue
    transition = Transition(saved: saved["transition"])
    caller = try saved["caller"]?.stringValue.map(models.restoredModel)
  }
}
