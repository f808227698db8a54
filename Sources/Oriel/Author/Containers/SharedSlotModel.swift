import OrielDocument

/// The place in a window that shows a shared model. The shared model itself belongs to no window.
@NavigationModel
public final class SharedSlotModel {
  let kind: String
  let value: JSONValue

  init(kind: String, value: JSONValue) {
    self.kind = kind
    self.value = value
  }

  public var body: EmptyView { EmptyView() }
  public var _content: ModelContent { .shared(kind: kind, value: value) }
}

extension NavigationModel where Self == SharedSlotModel {
  /// A place that shows the one instance of the `SharedModel` scene of this id and value.
  public static func shared(_ id: String, value: some Codable & Hashable) -> Self {
    SharedSlotModel(kind: id, value: SceneValue.encode(value))
  }

  /// A place that shows the one instance of the `SharedModel` scene of this id, which takes no value.
  public static func shared(_ id: String) -> Self {
    SharedSlotModel(kind: id, value: .null)
  }
}
