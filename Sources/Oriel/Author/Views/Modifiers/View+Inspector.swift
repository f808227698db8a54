/// A view with a panel beside it.
public struct _InspectorView: ElementView {
  let content: any View
  let isPresented: Binding<Bool>
  let inspector: ViewList

  static func render(_ view: borrowing _InspectorView, into renderer: inout ElementRenderer) {
    let panel = InspectorPanel(isPresented: view.isPresented, content: view.inspector)
    renderer.render(ViewList([view.content, panel]))
  }
}

private struct InspectorPanel: ElementView {
  let isPresented: Binding<Bool>
  let content: ViewList

  static func render(_ view: borrowing InspectorPanel, into renderer: inout ElementRenderer) {
    let isPresented = view.isPresented
    var element = renderer.open("inspector", members: 4, takesEvents: true)
    element.set("open", isPresented.wrappedValue)
    element.on("change", .sync { value in try isPresented.change(to: value.bool()) })
    renderer.close(element, children: view.content)
  }
}

extension View {
  /// Shows a panel with details at the end side of the screen; on a narrow page it lies over the screen. Its user can close it.
  ///
  /// ```swift
  /// Table(orders) { … }
  ///   .inspector(isPresented: bind(\.showsDetails)) {
  ///     LabeledContent("Customer", value: order.customer)
  ///   }
  ///   .toolbar { Button("Details", systemImage: "sidebar.trailing") { self.showsDetails.toggle() } }
  /// ```
  /// A screen shows one at a time.
  ///
  /// - Parameters:
  ///   - isPresented: Whether the panel is open. The views of a closed panel are not evaluated.
  ///   - content: The views in the panel.
  public func inspector<Content: View>(
    isPresented: Binding<Bool>, @ViewBuilder content: () -> Content
  ) -> _InspectorView {
    let inspector = isPresented.wrappedValue ? ViewList(content()) : ViewList([])
    return _InspectorView(content: self, isPresented: isPresented, inspector: inspector)
  }
}
