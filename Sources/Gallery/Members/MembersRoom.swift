extension Room {
  static let members = Room(
    title: "Members",
    exhibits: [
      Exhibit("members", "A members' window", "Signed in or not: the same in all windows of a member.", at: "/members"),
      Exhibit("layers", "Layers", "Covers and sheets, at once or moving, one over the other.", at: "/members/layers"),
      Exhibit(
        "questions", "Questions", "An alert, a dialog at its card, photos, and something to share.",
        at: "/members/questions"),
      Exhibit("stack", "The stack", "Append, drop, replace the root, turn the path round.", at: "/members/stack"),
      Exhibit(
        "addresses", "Addresses", "A page of the web, in a window of its own or in a sheet.", at: "/members/addresses"),
      Exhibit(
        "flows", "Flows", "Sign out, be asked, be told, wait, lock: what runs through many screens.",
        at: "/members/flows"),
      Exhibit(
        "subscription", "Become a friend", "A purchase changes every window in place.", at: "/members/subscription"),
      Exhibit("waiting", "A window to wait in", "It can be closed from either side.", at: "/waiting"),
    ])
}
