import Oriel

/// Watches another screen come and go, slowly.
@NavigationModel
final class AppearanceModel {
  enum Phase: String, Codable { case none, appearing, present, disappearing }

  var phase = Phase.none
  var seen: [Phase] = []

  var body: some View {
    List {
      Button("Show it, in three seconds") { self.show() }.id("show")
      Text("It is: \(phase.rawValue)").id("phase")
      Text("It was: \(seen.map(\.rawValue).joined(separator: ", "))").foregroundStyle(.secondary).id("seen")
    }
    .navigationTitle("Appearance")
  }

  private func show() {
    enter(.appearing)
    withAnimation(.linear(duration: 3)) { self.push(AppearingModel(owner: self)) }
  }

  func hideIt() {
    enter(.disappearing)
    withAnimation(.linear(duration: 3)) {
      self.popTo(self)
    } completion: {
      self.enter(.none)
    }
  }

  func enter(_ phase: Phase) {
    self.phase = phase
    seen.append(phase)
  }
}

@NavigationModel
final class AppearingModel {
  let owner: AppearanceModel

  init(owner: AppearanceModel) {
    self.owner = owner
  }

  var body: some View {
    VStack {
      Text("It is: \(owner.phase.rawValue)").id("phase")
      Button("Hide it, in three seconds") { self.owner.hideIt() }.buttonStyle(.borderedProminent).id("hide")
    }
    .navigationTitle("Slow")
  }

  func didAppear(animated: Bool) {
    if owner.phase == .appearing { owner.enter(.present) }
  }
}
