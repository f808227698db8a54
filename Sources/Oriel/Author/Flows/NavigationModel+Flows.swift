extension NavigationModel {
  /// Starts a flow with its first step. When the flow ends, the window returns to its current place.
  @discardableResult
  public func start<Flow: NavigationFlow>(_ flow: Flow) -> CommandResult {
    guard let graph = _node.graph, graph.isAttached(self) else { return .notExecutable(.notAttached) }
    graph.updateStructure()
    return start(flow, at: graph.anchor(for: self))
  }

  /// Starts a flow with its first step. When the flow ends, the window returns to the checkpoint that is then nearest;
  /// its handler receives the value if it takes that type.
  @discardableResult
  public func start<Flow: NavigationFlow, Value>(
    _ flow: Flow, returningTo checkpoint: NavigationCheckpoint<Value>
  ) -> CommandResult {
    start(flow, at: FlowAnchor(place: .checkpoint(checkpoint.key)))
  }

  private func start<Flow: NavigationFlow>(_ flow: Flow, at anchor: FlowAnchor) -> CommandResult {
    var flow = flow
    flow.anchor = anchor
    return follow(flow.start(), of: flow)
  }

  /// Asks the flow for its next step and navigates to it. While the flow computes the step, a second call is refused.
  ///
  /// - Throws: Any error that the flow's `next()` throws; nothing has changed then.
  @discardableResult
  public func next<Flow: NavigationFlow>(_ flow: Flow) async throws -> CommandResult {
    guard let entry = _node.graph?.entries[_node.id] else { return .notExecutable(.notAttached) }
    guard !entry.isAdvancing else { return .notExecutable(.flowUnderway) }
    entry.isAdvancing = true
    defer { entry.isAdvancing = false }
    var flow = flow
    let result = try await flow.next()
    // The user may have gone back meanwhile.
    guard let graph = _node.graph, graph.isAttached(self) else { return .notExecutable(.notAttached) }
    return follow(result, of: flow)
  }

  private func follow<Flow: NavigationFlow>(_ result: FlowResult<Flow.Value>, of flow: Flow) -> CommandResult {
    switch result {
    case .model(let model): execute(.push(model))
    case .presentation(let presentation): execute(.present(presentation))
    case .destination(let destination): navigate(to: destination)
    case .complete: complete(flow)
    case .completeWithValue(let value): complete(flow, returning: value)
    case .cancel: cancel(flow)
    case .error(let error): fail(flow, with: error)
    }
  }

  // MARK: Ending

  /// Ends the flow without a value and returns to its anchor.
  @discardableResult
  public func complete(_ flow: some NavigationFlow) -> CommandResult {
    end(flow) { flow.onComplete(at: $0) }
  }

  /// Ends the flow, returns to its anchor, and passes the value first to the checkpoint's handler, then to the flow's
  /// `onComplete`.
  @discardableResult
  public func complete<Flow: NavigationFlow>(_ flow: Flow, returning value: Flow.Value) -> CommandResult {
    end(flow, returning: value) { flow.onComplete(value, at: $0) }
  }

  /// Cancels the flow, returns to its anchor, and calls `onCancel`.
  @discardableResult
  public func cancel(_ flow: some NavigationFlow) -> CommandResult {
    end(flow) { flow.onCancel(at: $0) }
  }

  /// Ends the flow because of an error, returns to its anchor, and calls `onError`.
  @discardableResult
  public func fail(_ flow: some NavigationFlow, with error: any Error) -> CommandResult {
    end(flow) { flow.onError(error, at: $0) }
  }

  private func end<Flow: NavigationFlow>(
    _ flow: Flow, returning value: Flow.Value? = nil, then hook: @escaping (any NavigationModel) -> Void
  ) -> CommandResult {
    let result = execute(EndFlowCommand(anchor: flow.anchor, value: value, hook: hook))
    if result == .notExecutable(.noAnchor) {
      _node.graph?.host.report(
        .flowLost, model: _node.id, type: "\(Flow.self)",
        "A \(Flow.self) can't return to where it was started: that is gone")
      flow.onError(FlowError.noAnchor, at: self)
    }
    return result
  }
}

/// Returns to a flow's anchor.
private struct EndFlowCommand: NavigationCommand {
  let anchor: FlowAnchor?
  let value: Any?
  let hook: (any NavigationModel) -> Void

  func plan(for caller: any NavigationModel) -> CommandPlan {
    guard let graph = caller._node.graph else { return .notExecutable(.notAttached) }
    guard let found = graph.resolve(anchor, from: caller) else { return .notExecutable(.noAnchor) }
    return .change {
      graph.goBack(to: found.target)
      if let value { found.handler?(value) }
      hook(graph.model(at: found.target))
    }
  }
}
