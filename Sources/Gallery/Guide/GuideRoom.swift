extension Room {
  static let guide = Room(
    title: "Guide",
    exhibits: [
      Exhibit(
        "guide", "The guide", "It takes a moment, and is arranged as tabs or as a list.",
        why: "A window may need time to start, and the same routes work in tabs and in a sidebar.",
        code: "Guide/GuideWindow.swift", at: "/guide",
        steps: "Press “As a list with details”, and then “As tabs”: the same pages, arranged anew.",
        "Press “A route to 2, 3 and 99”, and go back step by step.",
        "Reload the page: the guide is as you left it."),
      Exhibit(
        "guide-pages", "Pages 2, 3 and 99", "A route that leads through three pages.",
        why: "A link can lead three screens deep, with a way back through each.", code: "Guide/GuidePages.swift",
        at: "/guide/home/page2/page3/page99",
        steps: "Open it: you are three pages deep.",
        "Go back: each page of the way is there."),
      Exhibit(
        "guide-auth", "Members only", "A command waits until the user has signed in.",
        why: "A link that needs a sign-in isn't lost: it is followed afterwards.", code: "Guide/GuideModel.swift",
        at: "/guide/home/auth",
        steps: "Open it, and answer “Cancel”: you don’t get any further.",
        "Open it again, and answer “Yes”: you are on page 77."),
      Exhibit(
        "guide-settings", "The guide's settings", "Return a value to a screen further down: checkpoints.",
        why: "A screen far below can hand a value back without knowing who wants it.",
        code: "Guide/GuideSettings.swift", at: "/guide/settings",
        steps: "Press “For a value, in a sheet”, and return one: it is on this page.",
        "Press “A window that loads first”: what was sent waits until it is loaded."),
      Exhibit(
        "guide-sheet", "A sheet by its address", "An address that leads to a layer.",
        why: "A link can open a sheet as well as a screen.", code: "Guide/GuideRoute.swift", at: "/guide/simple/sheet",
        steps: "Open it: the sheet is there at once.",
        "Reload the page: the sheet is still there."),
      Exhibit(
        "places", "Places and links", "Every way to a place: links, commands, properties, triggers.",
        why: "Links, code and operators reach a screen by the same name.", code: "Places.swift"
      ) {
        PlacesModel()
      },
      Exhibit(
        "examples", "Examples and flows", "A binding, a callback, and flows that return a value.",
        why: "A flow returns a value, so one screen can use another as it would a function.",
        code: "Guide/Examples/Examples.swift"
      ) {
        ExamplesModel()
      },
    ])
}
