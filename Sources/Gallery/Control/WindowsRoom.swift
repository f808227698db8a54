extension Room {
  static let control = Room(
    title: "Many windows",
    exhibits: [
      Exhibit(
        "control", "Control room", "One window opens, steers and closes the others, and locks them all.", at: "/control"
      ),
      Exhibit("wallboard", "Wallboard", "A board that many windows show, drawn once for all.", at: "/wallboard"),
      Exhibit("counter", "Counter", "The smallest window there is.", at: "/counter"),
    ])
}
