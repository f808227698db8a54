import Oriel

/// Every transition of the catalogue, forward and back.
@NavigationModel
final class TransitionsModel {
  var body: some View {
    List {
      ForEach(Self.catalogue, id: \.name) { example in
        Button(example.name) { self.push(ArrivedModel(name: example.name), transition: example.transition) }
          .navigationSource(id: example.name)
      }
      Section {
        Button("At once") { self.push(ArrivedModel(name: "At once"), animated: false) }
        Button("Slowly, with a bounce") {
          withAnimation(.spring(duration: 1.5, bounce: 0.4)) { self.push(ArrivedModel(name: "Slowly")) }
        }
        Button("A cover that grows") {
          self.present(.fullScreenCover(ArrivedModel(name: "Cover")), transition: .scale(0.8))
        }
      }
    }
    .navigationTitle("Transitions")
  }

  private static let catalogue: [(name: String, transition: Transition)] = [
    ("Push", .push), ("Move", .move(edge: .bottom)), ("Scale", .scale), ("Offset", .offset(x: 0, y: 200)),
    ("Opacity", .opacity), ("Slide", .slide), ("Identity", .identity), ("Static", .static), ("Blur", .blur()),
    ("Brightness", .brightness()), ("Contrast", .contrast()), ("Hue rotation", .hueRotation()),
    ("Saturation", .saturation()), ("Tilt and fly", .tiltAndFly), ("Circle", .circleShape()),
    ("Rectangle", .rectangleShape()), ("Stripes", .stripes()), ("Stripes, inverted", .stripes(isInverted: true)),
    ("Stripes across", .stripes(axis: .horizontal)),
    ("Stripes across, inverted", .stripes(axis: .horizontal, isInverted: true)),
    ("Zoom", .zoom(sourceID: "Zoom")),
    ("Iris, and back a double one", .circleShape().back(.circleShape().exit(.circleShape()))),
    ("From behind", .scale(0.8).exit(.move(edge: .leading)).behind()),
  ]
}

/// The screen to which a transition leads.
@NavigationModel
final class ArrivedModel {
  let name: String
  /// Chosen on the way back only.
  var arrived = "On its way"

  init(name: String) {
    self.name = name
  }

  var body: some View {
    VStack {
      Text(arrived).foregroundStyle(.secondary).id("arrived")
      Button("Back the same way") { self.back() }.id("back")
      Button("Back in a blur") { self.back(transition: .blur(radius: 40)) }.id("back-blurred")
      Button("Back at once") { self.back(animated: false) }.id("back-at-once")
    }
    .navigationTitle(name)
  }

  func didAppear(animated: Bool) { arrived = animated ? "It moved" : "At once" }
}
