extension Room {
  static let members = Room(
    title: "Members",
    exhibits: [
      Exhibit(
        "members", "The members' area", "Signed in or not: the same in all windows of a member.",
        why: "Signing out in one window must not leave another one open behind it.",
        code: "Members/MembersWindow.swift", at: "/members",
        steps: "Open it twice, side by side.",
        "Press “Sign out and start over” under “Flows” in one of them: both start over.",
        "Press “Sign in” in one: both are in again."),
      Exhibit(
        "layers", "Layers", "Covers and sheets, at once or moving, one over the other.",
        why: "A layer is a value: what lies over what survives a reload and a restart.",
        code: "Members/LayerCards.swift", at: "/members/layers",
        steps: "Press “A cover”, and then “Layers” and “A sheet” in it: the layers pile up.",
        "Reload the page: all of them are still there.",
        "Press “A sheet of two heights”, and drag its edge."),
      Exhibit(
        "questions", "Questions", "An alert, a dialog at its card, photos, and something to share.",
        why: "A question asked in code is answered where the user is, and the code goes on with the answer.",
        code: "Members/QuestionCards.swift",
        at: "/members/questions",
        steps: "Press “An alert” and answer it: the answer is on the page.",
        "Press “A dialog, at this card”, and reload before you answer.",
        "Choose up to three photos from this machine."),
      Exhibit(
        "stack", "The stack", "Append, drop, replace the root, reverse the path.",
        why: "The path is an array: change it, and the page moves there.", code: "Members/StackCards.swift",
        at: "/members/stack",
        steps: "Press “Append” three times, and then “How deep is it?”.",
        "Press “Reverse the path”: the way back is another one.",
        "Press “Make this the root, alone”: there is no way back."),
      Exhibit(
        "addresses", "Addresses", "A page of the web, in a window of its own or in a sheet.",
        why: "Users who leave the app for a web page keep their place in it.", code: "Members/CommandCards.swift",
        at: "/members/addresses",
        steps: "Press “Open a page of the web”: a new tab opens, and this window stays as it is.",
        "Press “Show a page in a sheet”, and reload: the sheet is still there."),
      Exhibit(
        "flows", "Flows", "Signing out, asking, waiting and locking: flows across many screens.",
        why: "A flow over many screens reads as one function instead of ten callbacks.",
        code: "Members/FlowCards.swift",
        at: "/members/flows",
        steps: "Press “Sign out” and choose “Stay”.",
        "Press “Open the window to wait in”, and then “Close the window to wait in”.",
        "Press “Lock every window”, and look at your other windows."),
      Exhibit(
        "subscription", "Become a friend", "A purchase changes every window in place.",
        why: "A purchase in one window unlocks all the others at once, without a refresh.",
        code: "Members/Subscription.swift", at: "/members/subscription",
        steps: "Open it in two windows.",
        "Press “Simulate a purchase” in one: the other one changes too."),
      Exhibit(
        "waiting", "A window to wait in", "It can be closed from either side.",
        why: "A window that waits for the server can be closed by the server.", code: "Members/WaitingModel.swift",
        at: "/waiting",
        steps: "Open it from “Flows” in a members’ window, and close it from there.",
        "Open it here, and press “Close” in it."),
    ])
}
