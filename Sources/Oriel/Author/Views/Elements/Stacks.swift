/// A column of views.
public struct VStack: ElementView {
  let layout: StackLayout?
  let content: ViewList

  /// - Parameters:
  ///   - alignment: The alignment; `nil` uses the client's default.
  ///   - spacing: The distance between two views in CSS pixels; `nil` uses the client's default.
  ///   - content: The views from top to bottom.
  public init<Content: View>(
    alignment: HorizontalAlignment? = nil, spacing: Double? = nil, @ViewBuilder content: () -> Content
  ) {
    layout = StackLayout.asked(align: alignment?.rawValue, spacing: spacing)
    self.content = ViewList(content())
  }

  static func render(_ view: borrowing VStack, into renderer: inout ElementRenderer) {
    renderer.renderStack("vstack", view.layout, view.content)
  }
}

/// A row of views.
public struct HStack: ElementView {
  let layout: StackLayout?
  let content: ViewList

  /// - Parameters:
  ///   - alignment: The alignment; `nil` uses the client's default.
  ///   - spacing: The distance between two views in CSS pixels; `nil` uses the client's default.
  ///   - content: The views in reading direction.
  public init<Content: View>(
    alignment: VerticalAlignment? = nil, spacing: Double? = nil, @ViewBuilder content: () -> Content
  ) {
    layout = StackLayout.asked(align: alignment?.rawValue, spacing: spacing)
    self.content = ViewList(content())
  }

  static func render(_ view: borrowing HStack, into renderer: inout ElementRenderer) {
    renderer.renderStack("hstack", view.layout, view.content)
  }
}

/// A pile of views, the last in front.
public struct ZStack: ElementView {
  let layout: StackLayout?
  let content: ViewList

  /// - Parameters:
  ///   - alignment: The alignment; `nil` uses the client's default.
  ///   - content: The views from back to front.
  public init<Content: View>(alignment: Alignment? = nil, @ViewBuilder content: () -> Content) {
    layout = StackLayout.asked(align: alignment?.rawValue, spacing: nil)
    self.content = ViewList(content())
  }

  static func render(_ view: borrowing ZStack, into renderer: inout ElementRenderer) {
    renderer.renderStack("zstack", view.layout, view.content)
  }
}

/// The options that most stacks leave to the client.
final class StackLayout {
  let align: String?
  let spacing: Double?

  private init(align: String?, spacing: Double?) {
    self.align = align
    self.spacing = spacing
  }

  static func asked(align: String?, spacing: Double?) -> StackLayout? {
    align == nil && spacing == nil ? nil : StackLayout(align: align, spacing: spacing)
  }
}

extension ElementRenderer {
  fileprivate mutating func renderStack(_ type: String, _ layout: StackLayout?, _ content: borrowing ViewList) {
    var element = open(type)
    if let align = layout?.align { element.set("align", align) }
    if let spacing = layout?.spacing { element.set("spacing", spacing) }
    close(element, children: content)
  }
}
