import Oriel

extension Card {
  static var stack: [Card] {
    [
      Card("append", "Append") { $0.push(CardsModel(list: .stack)) },
      Card("append-at-once", "Append, at once") { $0.push(CardsModel(list: .stack), animated: false) },
      Card("append-zoom", "Append, growing out of this card") {
        $0.push(CardsModel(list: .stack), transition: .zoom(sourceID: "append-zoom"))
      },
      Card("become-root", "Make this the root, alone") { this in
        this.mapPath { path in path.filter { $0.model === this } }
      },
      Card("replace-root", "Replace the root, keep the path") { $0.setRoot(CardsModel(list: .stack), clear: false) },
      Card("drop-last", "Drop the last") { $0.pop() },
      Card("drop-last-at-once", "Drop the last, at once") { $0.pop(animated: false) },
      Card("drop-to-root", "Drop all above the root") { $0.popToRoot() },
      Card("drop-three", "Drop three, or as many as there are") { $0.pop(3) },
      Card("reverse", "Reverse the path") { $0.mapPath { $0.reversed() } },
      Card("depth", "How deep is it?") { $0.answer = "\($0.depth) above the root" },
    ]
  }
}
