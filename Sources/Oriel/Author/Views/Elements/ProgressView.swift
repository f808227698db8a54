/// An indicator of progress or activity.
public struct ProgressView: _ElementView {
  let title: String?
  let value: Double?
  let total: Double

  /// Creates an indicator of activity.
  public init() {
    self.init(title: nil, value: nil, total: 1)
  }

  /// Creates an indicator of activity.
  public init(_ title: String) {
    self.init(title: title, value: nil, total: 1)
  }

  /// - Parameters:
  ///   - value: The progress, from 0 to `total`; `nil` if unknown.
  ///   - total: The value at completion.
  public init(value: Double?, total: Double = 1) {
    self.init(title: nil, value: value, total: total)
  }

  /// - Parameters:
  ///   - title: The label.
  ///   - value: The progress, from 0 to `total`; `nil` if unknown.
  ///   - total: The value at completion.
  public init(_ title: String, value: Double?, total: Double = 1) {
    self.init(title: title, value: value, total: total)
  }

  private init(title: String?, value: Double?, total: Double) {
    self.title = title
    self.value = value
    self.total = total
  }

  public static func _render(_ view: borrowing ProgressView, into renderer: inout ElementRenderer) {
    var element = renderer.open("progress", members: 4)
    element.label = view.title
    if let value = view.value, value.isFinite, view.total.isFinite, view.total > 0 {
      element.set("value", min(max(value, 0), view.total))
      element.set("total", view.total)
    }
    renderer.close(element)
  }
}
