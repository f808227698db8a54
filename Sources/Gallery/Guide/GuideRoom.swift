extension Room {
  static let guide = Room(
    title: "Guide",
    exhibits: [
      Exhibit("guide", "A guide's window", "It takes a moment, and is arranged as tabs or as a list.", at: "/guide"),
      Exhibit(
        "guide-pages", "Pages 2, 3 and 99", "A route that leads through three pages.",
        at: "/guide/home/page2/page3/page99"),
      Exhibit("guide-auth", "For whom we know", "What is sent waits for an answer.", at: "/guide/home/auth"),
      Exhibit("guide-settings", "Guide's settings", "Values come back from above: checkpoints.", at: "/guide/settings"),
      Exhibit("guide-sheet", "A sheet by its address", "An address that leads to a layer.", at: "/guide/simple/sheet"),
      Exhibit("places", "Places and links", "Every way to a place: links, commands, properties, triggers.") {
        PlacesModel()
      },
      Exhibit("examples", "Examples and flows", "A binding, a callback, and flows that come to a value.") {
        ExamplesModel()
      },
    ])
}
