import Gallery
import Oriel
import OrielDocument

@testable import OrielTesting

/// Somebody who looks at the Gallery.
extension TestWindow {
  /// A window that shows an exhibit.
  convenience init(exhibit: String) throws {
    try self.init(app: GalleryApp(), url: "/home/catalogue/\(exhibit)")
  }

  /// Whether all of this is to be read in the layer on top.
  func reads(_ texts: String...) -> Bool {
    let readable = view.top.map(view.text) ?? []
    return texts.allSatisfy(readable.contains)
  }

  /// How the layers above the window are presented, the topmost last.
  var layers: [String] { view.layers.compactMap { $0.presented?["as"]?.stringValue } }

  /// The title of the screen on top.
  var screenTitle: String? {
    let layer = view.layers.last { $0.model != nil }
    return layer.flatMap { view.visibleModels(in: $0).last }.flatMap { view.model($0)?["title"]?.words }
  }

  /// Whether an element of this type is there.
  func shows(_ type: String) -> Bool {
    (view.top.map(view.elements) ?? []).contains { $0.element["type"] == .string(type) }
  }

  /// What the innermost stack that shows leaves out around its screens.
  var stackOptions: JSONValue? {
    let layer = view.layers.last { $0.model != nil }
    let models = layer.map(view.visibleModels)?.compactMap(view.model) ?? []
    return models.last { $0["kind"] == "stack" }?["options"]
  }

  /// What an element of the top layer says of itself.
  func element(_ name: String) -> JSONValue? {
    let all = (view.top.map(view.elements) ?? []).map(\.element)
    return all.first { $0["id"] == .string(name) } ?? all.first { $0["id"] != nil && $0.writtenText.contains(name) }
  }
}
