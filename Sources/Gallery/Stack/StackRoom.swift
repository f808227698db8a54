extension Room {
  static let stack = Room(
    title: "Stacks and transitions",
    exhibits: [
      Exhibit(
        "floors", "Floors", "Several ways up and down, and a layer above or below all floors.",
        why: "One screen can go over, under or in place of those that are there.", code: "Stack/Floors.swift"
      ) {
        FloorModel(number: 1)
      },
      Exhibit(
        "transitions", "Transitions", "The whole catalogue, each there and back.",
        why: "A transition is a value that travels with the push it belongs to.", code: "TransitionsModel.swift"
      ) { TransitionsModel() },
      Exhibit(
        "named-stacks", "Two stacks", "Two stacks side by side, each addressed by its name.",
        why: "A screen can move a stack it is not part of, by that stack’s name.", code: "Stack/NamedStacks.swift"
      ) { PaneModel.both },
      Exhibit(
        "appearance", "Appearance", "The phases of a screen that moves in and out slowly.",
        why: "A model knows when its screen is really seen, not only when it was asked for.",
        code: "Stack/Appearance.swift"
      ) {
        AppearanceModel()
      },
      Exhibit(
        "eager", "Eager", "A screen that pushes the next as soon as it appears.",
        why: "A screen can push the next one while it is still moving in.", code: "Stack/Eager.swift"
      ) { EagerModel() },
      Exhibit(
        "routes", "Routes and sheets", "One route after another, one sheet after another.",
        why: "One route after another, each waiting for the one before.", code: "Stack/Routes.swift"
      ) { BaseModel() },
    ])
}
