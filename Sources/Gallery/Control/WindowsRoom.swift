extension Room {
  static let control = Room(
    title: "Many windows",
    exhibits: [
      Exhibit(
        "control", "Control room", "One window opens, steers and closes the others, and locks them all.",
        why: "One desk can open, steer, lock and close every screen of a wall.", code: "Control/ControlRoom.swift",
        at: "/control",
        steps: "Press “Open the wall”: four windows open, and the browser may ask first.",
        "Choose a channel for each screen.",
        "Press “Show the message everywhere”, and then “Close all screens”."),
      Exhibit(
        "wallboard", "Wallboard", "A board that many windows show, drawn once for all.",
        why: "A board is drawn once, and the same bytes go to every window that shows it.",
        code: "WallboardModel.swift", at: "/wallboard",
        steps: "Open it in two windows: both show the same second.",
        "Close one, wait, and open it again: the other has gone on."),
      Exhibit(
        "counter", "Counter", "The smallest window there is.",
        why: "A number and a button.", code: "CounterModel.swift", at: "/counter",
        steps: "Press “Increment” and reload: the count stays.",
        "Duplicate the tab: each of the two counts for itself from then on."),
    ])
}
