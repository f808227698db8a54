/// The screens of a large document that are kept as text.
struct Packing {
  /// Whether screens are packed when they are covered.
  var isOn = false
  /// The bytes of all packed screens.
  var bytes = 0
  /// The models that no other covers in the container around them.
  var front: Set<String> = []
}

// What was rendered takes several times the memory of its JSON text. So in a large document, the paths of stacks and the
// screens that others cover in a stack, or in tabs, are kept as text. The bodies of such screens are evaluated again when
// they are shown, and not before, unless they declare something about the window.

extension NavigationGraph {
  /// The bytes of the document that are kept as text.
  package var packedBytes: Int { packing.bytes }

  /// Says whether stacks and covered screens are packed from now on.
  package func packCovered(_ isOn: Bool) {
    guard isOn != packing.isOn else { return }
    packing.isOn = isOn
    guard isOn else { return }
    packing.front = front
    for entry in entries.values { packIfCovered(entry) }
  }

  /// Other models may be covered now.
  func updatePacking() {
    guard packing.isOn || packing.bytes > 0 else { return }
    let before = packing.front
    packing.front = front
    if packing.isOn {
      for id in before.subtracting(packing.front) { if let entry = entries[id] { pack(entry) } }
    }
    for id in packing.front.subtracting(before) {
      guard let entry = entries[id], entry.content.isScreen, entry.rendered?.isPacked == true else { continue }
      renderingInvalidated(entry.model._node)
    }
  }

  private var front: Set<String> {
    let bottoms = [root] + layers.open.compactMap(\.presentation.model) + (lockModel.map { [$0] } ?? [])
    return bottoms.reduce(into: []) { front, bottom in
      for (model, _) in visibleModels(from: bottom) { front.insert(model._node.id) }
    }
  }

  /// Packs the path of a stack, or a covered screen, after it was rendered.
  func packIfCovered(_ entry: GraphEntry) {
    guard packing.isOn else { return }
    if case .stack = entry.content { packText(of: entry) }
    if !packing.front.contains(entry.model._node.id) { pack(entry) }
  }

  private func pack(_ entry: GraphEntry) {
    guard entry.content.isScreen, entry.rendered?.isPacked == false else { return }
    packText(of: entry)
    guard entry.declarations.allSatisfy(\.isEmpty) else { return }
    // A change of its address still counts.
    let model = entry.model
    model._node.endTracking()
    model._node.trackBody(of: entry.kind, withCanary: false) { recordAddress(of: model, entry) }
  }

  private func packText(of entry: GraphEntry) {
    guard entry.rendered?.isPacked == false else { return }
    entry.rendered?.pack()
    entries.setTables([], of: entry.model._node.id)
    for translation in translations { translation.pack(entry.model._node.id) }
    packing.bytes += entry.rendered?.packedCount ?? 0
  }

  func unpack(_ entry: GraphEntry) {
    guard let rendered = entry.rendered, rendered.isPacked else { return }
    packing.bytes -= rendered.packedCount
    entry.rendered = rendered.unpacked
  }
}
