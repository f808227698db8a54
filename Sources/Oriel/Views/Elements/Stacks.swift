/// Views below one another.
public struct VStack<Content: View>: _ElementView {
  let layout: StackLayout
  let content: Content

  /// - Parameters:
  ///   - alignment: the client's own if `nil`.
  ///   - spacing: between two views, in CSS pixels; the client's own if `nil`.
  public init(alignment: HorizontalAlignment? = nil, spacing: Double? = nil, @ViewBuilder content: () -> Content) {
    layout = StackLayout(align: alignment?.rawValue, spacing: spacing)
    self.content = content()
  }

  public static func _render(_ view: borrowing VStack, into renderer: inout ElementRenderer) {
    renderer.renderStack("vstack", view.layout, view.content)
  }
}

/// Views beside one another.
public struct HStack<Content: View>: _ElementView {
  let layout: StackLayout
  let content: Content

  /// - Parameters:
  ///   - alignment: the client's own if `nil`.
  ///   - spacing: between two views, in CSS pixels; the client's own if `nil`.
  public init(alignment: VerticalAlignment? = nil, spacing: Double? = nil, @ViewBuilder content: () -> Content) {
    layout = StackLayout(align: alignment?.rawValue, spacing: spacing)
    self.content = content()
  }

  public static func _render(_ view: borrowing HStack, into renderer: inout ElementRenderer) {
    renderer.renderStack("hstack", view.layout, view.content)
  }
}

/// Views over one another, the last in front.
public struct ZStack<Content: View>: _ElementView {
  let layout: StackLayout
  let content: Content

  /// - Parameter alignment: the client's own if `nil`.
  public init(alignment: Alignment? = nil, @ViewBuilder content: () -> Content) {
    layout = StackLayout(align: alignment?.rawValue, spacing: nil)
    self.content = content()
  }

  public static func _render(_ view: borrowing ZStack, into renderer: inout ElementRenderer) {
    renderer.renderStack("zstack", view.layout, view.content)
  }
}

struct StackLayout {
  var align: String?
  var spacing: Double?
}

extension ElementRenderer {
  fileprivate mutating func renderStack<Content: View>(
    _ type: String, _ layout: StackLayout, _ content: borrowing Content
  ) {
    var element = open(type)
    if let align = layout.align { element.set("align", align) }
    if let spacing = layout.spacing { element.set("spacing", spacing) }
    close(element, children: content)
  }
}
