// Log entries for commands, whose results may be discarded.

extension NavigationModel {
  /// Reports a refusal that is the app's mistake as a warning, but not one caused by a user who came too late.
  func reportRefusal(of command: some NavigationCommand, _ reason: NotExecutableReason) {
    guard let graph = _node.graph else { return reportTooEarly(command) }
    if reason == .unsettled { graph.reportRestless() }
    if reason.isLimit { graph.capacity.exceed(reason) }
    guard let advice = reason.advice else { return reportRefusal(of: command, "\(reason)") }
    reportRefusal(of: command, "\(reason)", as: reason.isLimit ? .exceeded : .impossible, ": \(advice)")
  }

  func reportRefusal(
    of command: some NavigationCommand, _ reason: @autoclosure () -> String, as kind: NavigationNotice.Kind = .refused,
    _ advice: @autoclosure () -> String = ""
  ) {
    guard let graph = _node.graph else { return }
    graph.report(
      kind, of: self, "can't execute \(command.typeName): \(reason())\(advice())",
      ["command": command.typeName, "reason": reason()])
  }

  /// Code that a model started may still execute commands after the model has left its window; that is not a mistake.
  private func reportTooEarly(_ command: some NavigationCommand) {
    guard _node.id.isEmpty else { return }
    TurnContext.reportMisuse(
      """
      \(type(of: self)) executes \(command.typeName) before it is part of a window, which does nothing: do it in \
      start()
      """)
  }

  /// The command is executed, but at unpredictable times and any number of times.
  func reportInBody(_ command: some NavigationCommand) {
    guard _node.isReadingItself, let graph = _node.graph else { return }
    graph.report(
      .misuse, of: self,
      "executes \(command.typeName) in its body, which may be evaluated at any time: do it in start() or in a handler")
  }
}

extension NotExecutableReason {
  /// The change that the app needs, if no user could ever execute the command.
  var advice: String? {
    switch self {
    case .tooManyLayers(let limit):
      """
      its window has \(limit) layers, as many as it may: dismiss one first, or replace it with replacePresented, or \
      raise the limit with --window-layers
      """
    case .tooManyModels(let limit):
      """
      its window may have \(limit) models: dismiss or pop some first, or raise the limit with --window-models
      """
    case .tooManyValues(let limit):
      "at most \(limit) sent values may wait in a window: send them when others are received"
    case .noStack: "it is not inside a stack: show it with .stacked(_:), .managedSheet(_:) or .managedCover(_:)"
    case .noTabs: "it is not inside tabs: make them with .tabbed(_:)"
    case .notSwitched: "it is not a @SwitchedNavigationModel: pass nearest: true to use the nearest one around it"
    case .noSplit: "it is not inside a SplitNavigationModel"
    case .unknownTab: "the tabs around it have no tab with this id"
    case .noTenant: "a window of this scene can't be in that tenant"
    case .unknownScene(let id): "there is no WindowGroup with the id \"\(id)\" that this user may open"
    case .wrongSceneValue(let id): "the WindowGroup \"\(id)\" takes another value, of at most 4 KiB, or none"
    case .unsupportedPresentation(let kind): "the page has not called definePresentation(\"\(kind)\")"
    default: nil
    }
  }
}
