extension Room {
  static let stack = Room(
    title: "Stacks and transitions",
    exhibits: [
      Exhibit("floors", "Floors", "Up and down by several ways, and one floor over or under them all.") {
        FloorModel(number: 1)
      },
      Exhibit("transitions", "Transitions", "The whole catalogue, each there and back.") { TransitionsModel() },
      Exhibit("named-stacks", "Two stacks", "Each known by its name, beside the other.") { PaneModel.both },
      Exhibit("appearance", "Appearance", "What is known of a screen that comes and goes slowly.") {
        AppearanceModel()
      },
      Exhibit("eager", "Eager", "A screen that goes further as soon as it is there.") { EagerModel() },
      Exhibit("routes", "Routes and sheets", "One route after another, one sheet after another.") { BaseModel() },
    ])
}
