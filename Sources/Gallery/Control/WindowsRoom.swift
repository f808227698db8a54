extension Room {
  static let control = Room(
    title: "Many windows",
    exhibits: [
      Exhibit(
        "control", "Control room", "One window opens, steers and closes the others, and locks them all.",
        why: "One desk can open, steer, lock and close every screen of a wall.", code: "Control/ControlRoom.swift",
        at: "/control"
      ),
      Exhibit(
        "wallboard", "Wallboard", "A board that many windows show, drawn once for all.",
        why: "A board is drawn once, and the same bytes go to every window that shows it.",
        code: "WallboardModel.swift", at: "/wallboard"),
      Exhibit(
        "counter", "Counter", "The smallest window there is.",
        why: "A number and a button.", code: "CounterModel.swift", at: "/counter"),
    ])
}
