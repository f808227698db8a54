import Oriel

// What every page of the guide offers. A view can be given the model it works for.

/// Ways back down the stack, and out of a layer.
struct GoingBack: View {
  let model: any NavigationModel
  /// Setting this makes the model leave.
  let leaves: Binding<Bool>

  var body: some View {
    Section("Go back") {
      Button("Pop") { self.model.pop() }.disabled(model.isEmpty).id("pop")
      Button("Pop to the second") { self.model.popTo(depth: 1) }.disabled(model.depth < 2).id("pop-to-second")
      Button("Pop all") { self.model.popToRoot() }.disabled(model.isEmpty).id("pop-all")
      Button("Back") { self.model.back() }.disabled(!model.canGoBack).id("back")
      Button("Dismiss") { self.model.dismissSelf() }.disabled(!model.canDismissSelf).id("dismiss")
      Button("Dismiss by a trigger") { self.leaves.wrappedValue = true }.disabled(!model.canDismissSelf)
        .id("dismiss-by-trigger")
      Button("Dismiss at once") { self.model.execute(.dismissSelf.animated(false)) }.disabled(!model.canDismissSelf)
        .id("dismiss-at-once")
      Button("Dismiss what is on top") { self.model.dismiss() }.disabled(!model.canDismissSelf).id("dismiss-top")
      Button("Dismiss everything") { self.model.dismissAll() }.disabled(!model.canExecute(.dismissAll)).id(
        "dismiss-all")
    }
  }
}

/// Checkpoints, to which the user can return from anywhere.
struct Checkpoints: View {
  let model: any NavigationModel

  var body: some View {
    Section("Return") {
      Button("To home") { self.model.returnToCheckpoint(.home) }
        .disabled(!model.canReturnToCheckpoint(NavigationCheckpoint.home)).id("return-home")
      Button("To page 2") { self.model.returnToCheckpoint(.page2) }
        .disabled(!model.canReturnToCheckpoint(NavigationCheckpoint.page2)).id("return-page2")
      Button("To the nearest of two") { self.model.returnToCheckpoint(.duplicate) }
        .disabled(!model.canReturnToCheckpoint(NavigationCheckpoint.duplicate)).id("return-duplicate")
      Button("To the settings, with 9") { self.model.returnToCheckpoint(.settings, value: 9) }
        .disabled(!model.canReturnToCheckpoint(NavigationCheckpoint.settings)).id("return-settings")
      Button("To the settings, with 9, at once") {
        withAnimation(nil) { self.model.returnToCheckpoint(.settings, value: 9) }
      }
      .disabled(!model.canReturnToCheckpoint(NavigationCheckpoint.settings)).id("return-settings-at-once")
      Button("To nowhere") { self.model.returnToCheckpoint(.nowhere) }.id("return-nowhere")
    }
  }
}

/// All kinds of layers, presented by destination and by hand.
struct Presenting: View {
  let model: any NavigationModel

  var body: some View {
    Section("Present") {
      Button("A sheet") { self.model.navigate(to: GuideLayer.sheet) }.id("sheet")
      NavigationLink("A sheet, by a link", to: GuideLayer.sheet).id("sheet-link")
      NavigationLink("Half a sheet", to: GuideLayer.half).id("half")
      NavigationLink("A third of a sheet", to: GuideLayer.third).id("third")
      NavigationLink("The sheet as a cover", to: GuideLayer.sheet, method: .managedCover).id("as-cover")
      NavigationLink("A cover with a lock", to: GuideLayer.locked).id("locked")
      Button("A sheet without a destination") { self.model.present(.managedSheet(GuidePageModel(number: 0))) }
        .id("ad-hoc")
      Button("A sheet over the whole window") { self.model.send(RootSheet()) }.id("root-sheet")
      Button("A sheet in five seconds, wherever you are then") { self.presentLater() }.id("later")
      Text("The stack here is called “\(model.currentStack?.name ?? "none")”.").foregroundStyle(.secondary).id(
        "current")
    }
  }

  private func presentLater() {
    let root = model.root
    root.schedule(after: .seconds(5)) { root.present(.managedSheet(GuidePageModel(number: 0))) }
  }
}

/// Layers of the guide.
enum GuideLayer: NavigationDestination {
  case sheet, half, third, locked

  var method: NavigationMethod { self == .locked ? .managedCover : .managedSheet }

  var presentationName: String? { self == .sheet ? "sheet" : nil }

  var detents: [PresentationDetent] {
    switch self {
    case .half: [.medium, .large]
    case .third: [.fraction(0.3), .medium, .large]
    case .sheet, .locked: []
    }
  }

  var selectedDetent: PresentationDetent? { detents.first }

  func makeModel() -> any NavigationModel { self == .locked ? LockedPageModel() : GuidePageModel(number: 0) }
}

/// Code elsewhere can't dismiss this layer; only its own button can.
@NavigationModel
final class LockedPageModel {
  var body: some View {
    List {
      Button("Dismiss everything") { self.dismissAll() }.id("dismiss-all")
      Button("Leave") { self.dismissSelf() }.buttonStyle(.borderedProminent).id("leave")
      Text(isNavigationLocked ? "The window is locked." : "The window is not locked.").id("state")
    }
    .navigationTitle("Locked")
    .navigationLocked()
  }
}
