/// The root of a window whose model takes its time: shows progress, then what its scene has made.
@SwitchedNavigationModel
public final class BootstrapModel {
  /// A placeholder, then the window's root; or that the root could not be made, with a button to try again.
  public var switchedModel: (any NavigationModel)?
  /// Whether what shows is not yet what the scene makes.
  var isLoading = true
  /// Where to go as soon as there is something to go in.
  var landing: WindowURL?

  init(_ placeholder: any NavigationModel) {
    switchedModel = placeholder
  }

  public func start() {
    if isLoading { load() }
  }

  /// Also after a restart that came too early.
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
    // What has just come in must have started to take anything.
    _node.graph?.settle()
    land(at: url)
  }

  public func receive(_ message: any NavigationMessage, from child: any NavigationModel) {
    guard message is TryLoadingAgain else { return }
    switchModel(LoadingModel())
    load()
  }
}

/// What is shown until a window's root is there.
@NavigationModel
final class LoadingModel {
  var body: some View { ProgressView() }
}

/// What is shown when a window's root could not be made. The log has the reason.
@NavigationModel
final class LoadingFailedModel {
  var body: some View {
    Text("This could not be loaded")
    Button("Try again") { self.sendMessage(TryLoadingAgain()) }
  }
}

private struct TryLoadingAgain: NavigationMessage {}
