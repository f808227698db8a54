/// How far something has come, or that it is under way.
public struct ProgressView: _ElementView {
  let title: String?
  let value: Double?
  let total: Double

  /// Shows that something is under way.
  public init() {
    self.init(title: nil, value: nil, total: 1)
  }

  /// Shows that something is under way.
  public init(_ title: String) {
    self.init(title: title, value: nil, total: 1)
  }

  /// - Parameters:
  ///   - value: how much is done, from 0 to `total`; `nil` if nobody knows.
  ///   - total: how much there is to do.
  public init(value: Double?, total: Double = 1) {
    self.init(title: nil, value: value, total: total)
  }

  /// - Parameters:
  ///   - title: what is being done.
  ///   - value: how much is done, from 0 to `total`; `nil` if nobody knows.
  ///   - total: how much there is to do.
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
