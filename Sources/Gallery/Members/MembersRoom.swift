extension Room {
  static let members = Room(
    title: "Members",
    exhibits: [
      Exhibit(
        "members", "The members' area", "Signed in or not: the same in all windows of a member.",
        why: "Signing out in one window must not leave another one open behind it.",
        code: "Members/MembersWindow.swift", at: "/members"),
      Exhibit(
        "layers", "Layers", "Covers and sheets, at once or moving, one over the other.",
        why: "A layer is a value: what lies over what survives a reload and a restart.",
        code: "Members/LayerCards.swift", at: "/members/layers"),
      Exhibit(
        "questions", "Questions", "An alert, a dialog at its card, photos, and something to share.",
        why: "A question asked in code is answered where the user is, and the code goes on with the answer.",
        code: "Members/QuestionCards.swift",
        at: "/members/questions"),
      Exhibit(
        "stack", "The stack", "Append, drop, replace the root, reverse the path.",
        why: "The path is an array: change it, and the page moves there.", code: "Members/StackCards.swift",
        at: "/members/stack"),
      Exhibit(
        "addresses", "Addresses", "A page of the web, in a window of its own or in a sheet.",
        why: "Users who leave the app for a web page keep their place in it.", code: "Members/CommandCards.swift",
        at: "/members/addresses"),
      Exhibit(
        "flows", "Flows", "Signing out, asking, waiting and locking: flows across many screens.",
        why: "A flow over many screens reads as one function instead of ten callbacks.",
        code: "Members/FlowCards.swift",
        at: "/members/flows"),
      Exhibit(
        "subscription", "Become a friend", "A purchase changes every window in place.",
        why: "A purchase in one window unlocks all the others at once, without a refresh.",
        code: "Members/Subscription.swift", at: "/members/subscription"),
      Exhibit(
        "waiting", "A window to wait in", "It can be closed from either side.",
        why: "A window that waits for the server can be closed by the server.", code: "Members/WaitingModel.swift",
        at: "/waiting"),
    ])
}
