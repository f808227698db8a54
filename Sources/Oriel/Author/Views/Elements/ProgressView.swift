/// An indicator of progress or activity.
public struct ProgressView: ElementView {
  let title: String?
  let value: Double?
  let total: Double

  /// - Parameters:
  ///   - title: The label.
  ///   - value: The progress, from 0 to `total`; `nil` if unknown, as that of an activity.
  ///   - total: The value at completion.
  public init(_ title: String? = nil, value: Double? = nil, total: Double = 1) {
    self.title = title
    self.value = value
    self.total = total
  }

  static func render(_ view: borrowing ProgressView, into renderer: inout ElementRenderer) {
    var element = renderer.open("progress", members: 4)
    element.label = view.title
    if let value = view.value, value.isFinite, view.total.isFinite, view.total > 0 {
      element.set("value", min(max(value, 0), view.total))
      element.set("total", view.total)
    }
    renderer.close(element)
  }
}
