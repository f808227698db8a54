import Foundation
import Oriel
import OrielDocument
import Testing

@Suite("The catalogue of transitions")
struct CatalogueTests {
  /// One of each, in the order of `Tests/Fixtures/transitions.json`.
  private static let catalogue: [Transition] = [
    .push, .cover, .identity, .static, .opacity, .slide, .scale, .scale(0.5, anchor: .bottomLeading),
    .move(edge: .top), .move(edge: .bottom), .move(edge: .leading), .move(edge: .trailing), .offset(x: 40, y: -20),
    .blur(), .brightness(), .contrast(), .hueRotation(), .saturation(), .tiltAndFly, .circleShape(), .rectangleShape(),
    .stripes(), .stripes(isInverted: true), .stripes(8, axis: .horizontal),
    .stripes(8, axis: .horizontal, isInverted: true), .zoom(sourceID: "card"), .opacity.combined(with: .scale(0.5)),
    .circleShape().exit(.blur(radius: 8)).behind(), .asymmetric(insertion: .offset(x: -60), removal: .blur(radius: 30)),
    .custom("curtain"),
  ]

  @Test func `each transition is on the wire as the browser is tested with it`() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Fixtures/transitions.json").standardized
    let fixture = try JSONReader.value(from: [UInt8](Data(contentsOf: file)), depth: 8)
    #expect(JSONValue.array(Self.catalogue.map(\.rendered)) == fixture)
  }

  @Test(arguments: catalogue)
  func `a saved transition is the same again`(transition: Transition) {
    #expect(Transition(saved: transition.rendered) == transition)
  }
}
