extension Room {
  static let stack = Room(
    title: "Stacks and transitions",
    exhibits: [
      Exhibit(
        "floors", "Floors", "Up and down by several ways, and one floor over or under them all.",
        why: "One screen can go over, under or in place of those that are there.", code: "Stack/Floors.swift"
      ) {
        FloorModel(number: 1)
      },
      Exhibit(
        "transitions", "Transitions", "The whole catalogue, each there and back.",
        why: "A transition is a value that travels with the push it belongs to.", code: "TransitionsModel.swift"
      ) { TransitionsModel() },
      Exhibit(
        "named-stacks", "Two stacks", "Each known by its name, beside the other.",
        why: "A screen can move a stack it is not part of, by that stack’s name.", code: "Stack/NamedStacks.swift"
      ) { PaneModel.both },
      Exhibit(
        "appearance", "Appearance", "What is known of a screen that comes and goes slowly.",
        why: "A model knows when its screen is really seen, not only when it was asked for.",
        code: "Stack/Appearance.swift"
      ) {
        AppearanceModel()
      },
      Exhibit(
        "eager", "Eager", "A screen that goes further as soon as it is there.",
        why: "A screen may lead further while it is still on its way in.", code: "Stack/Eager.swift"
      ) { EagerModel() },
      Exhibit(
        "routes", "Routes and sheets", "One route after another, one sheet after another.",
        why: "One route after another, each waiting for the one before.", code: "Stack/Routes.swift"
      ) { BaseModel() },
    ])
}
