import Oriel

/// The window of an agent or a supervisor: a list, and beside it the open conversation.
@NavigationModel
final class CallDeskModel: SplitNavigationModel {
  let role: String
  var sidebar: any NavigationModel
  var detail: (any NavigationModel)?
  @Environment(Switchboard.self) var switchboard
  @Environment(\.window) var window
  @Environment(\.user) var user

  init(of role: String, _ sidebar: any NavigationModel) {
    self.role = role
    self.sidebar = sidebar
  }

  func start() {
    switchboard.take(window, of: user, as: role)
    observe { self.switchboard.note((self.detail as? ConversationModel)?.id, in: self.window) }
  }

  /// Opens a conversation. An agent takes it if nobody has it yet.
  ///
  /// - Returns: Whether there is such a conversation.
  @discardableResult
  func open(_ id: Call.ID) -> Bool {
    guard let call = switchboard[id] else { return false }
    if call.isWaiting, role == CallCentre.agent { take(id) }
    if (detail as? ConversationModel)?.id != id { detail = ConversationModel(id: id) }
    return true
  }

  /// Opens the conversation of an address, such as one that another agent hands over.
  static func open(_ url: WindowURL, in root: any NavigationModel) -> Bool {
    guard url.path.count == 1, let id = Int(url.path[0]) else { return false }
    return (root as? CallDeskModel)?.open(id) == true
  }

  /// Takes a conversation, from another agent if need be.
  func takeOver(_ id: Call.ID) {
    take(id)
    open(id)
  }

  private func take(_ id: Call.ID) {
    guard let name = switchboard[window]?.name else { return }
    switchboard.change(id) { $0.take(name) }
  }
}
