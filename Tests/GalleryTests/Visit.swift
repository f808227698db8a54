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

  /// Whether the screen on top has the first title, and each step back leads to the next title.
  func leads(_ titles: [String]) throws -> Bool {
    guard screenTitle == titles.first else { return false }
    return try titles.dropFirst().allSatisfy { title in
      try back()
      return screenTitle == title
    }
  }

  func leads(_ titles: String...) throws -> Bool { try leads(titles) }

  /// The models that show in the window itself, below its layers.
  private var base: [JSONValue] { (view.layers.first.map(view.visibleModels) ?? []).compactMap(view.model) }

  private var tabModel: JSONValue? { base.first { $0["tabs"] != nil } }
  private var allTabs: [JSONValue] { tabModel?["tabs"]?.arrayValue ?? [] }

  /// The titles of its tabs.
  var tabs: [String] { allTabs.compactMap { $0["title"]?.words } }

  /// The title of the tab that shows.
  var selectedTab: String? { allTabs.first { $0["id"] == tabModel?["selected"] }?["title"]?.words }

  /// What the model of each tab is.
  var tabKinds: [String] {
    allTabs.compactMap { $0["model"]?.stringValue.flatMap { view.model($0)?["kind"]?.stringValue } }
  }

  /// How many elements in the layer on top have an ID that ends like this.
  func countElements(withSuffix suffix: String) -> Int {
    (view.top.map(view.elements) ?? []).count { $0.element["id"]?.stringValue?.hasSuffix(suffix) ?? false }
  }

  /// The heights that the layer on top may have.
  var detents: JSONValue? { view.top?.presented?["detents"] }

  /// The titles that show in it.
  var titles: [String] { base.compactMap { $0["title"]?.words } }

  /// The role of a question's answer.
  func role(_ answer: String) -> String? {
    let answers = view.top?.presented?["actions"]?.arrayValue ?? []
    return answers.first { $0["label"]?.words == answer }?["role"]?.stringValue
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
