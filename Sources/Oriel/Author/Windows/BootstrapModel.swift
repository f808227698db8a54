/// The root of a window whose model is created asynchronously. It shows progress, then the model that the scene
/// creates.
@SwitchedNavigationModel
final class BootstrapModel {
  /// A placeholder, then the window's root, or a screen that says that loading failed, with a button to try again.
  var switchedModel: (any NavigationModel)?
  /// Whether the scene's model is still being created.
  var isLoading = true
  /// The address to open once the root is there.
  var landing: WindowURL?

  init(_ placeholder: any NavigationModel) {
    switchedModel = placeholder
  }

  func start() {
    if isLoading { load() }
  }

  /// Called again if the server was restarted before loading finished.
  private func load() {
    task {
      do {
        guard let model = try await self._node.graph?.host.bootstrap() else { return }
        self.loaded(model)
      } catch is CancellationError {
        throw CancellationError()
      } catch {
        self.switchedModel = LoadingFailedModel()
        throw error
      }
    }
  }

  private func loaded(_ model: any NavigationModel) {
    isLoading = false
    switchModel(model)
    guard let url = landing else { return }
    landing = nil
    // A new model handles addresses only after it has started.
    _node.graph?.settle()
    land(at: url)
  }

  func receive(_ message: any NavigationMessage, from child: any NavigationModel) {
    guard message is TryLoadingAgain else { return }
    switchModel(LoadingModel())
    load()
  }
}

/// Shown until a window's root is there.
@NavigationModel
final class LoadingModel {
  var body: some View { ProgressView() }
}

/// Shown when a window's root could not be created. The log has the reason.
@NavigationModel
final class LoadingFailedModel {
  var body: some View {
    Text("This could not be loaded")
    Button("Try again") { self.sendMessage(TryLoadingAgain()) }
  }
}

private struct TryLoadingAgain: NavigationMessage {}
