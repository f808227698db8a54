extension Room {
  static let forms = Room(
    title: "Forms and state",
    exhibits: [
      Exhibit(
        "optionals", "Optional values", "Each screen shows while its own optional has a value.",
        why: "Set a value and its screen opens, clear it and the screen closes.", code: "Forms/Optionals.swift"
      ) {
        OptionalsModel()
      },
      Exhibit(
        "one-of-many", "One of many", "An enumeration with a value for each screen: one at a time.",
        why: "With one enumeration, two screens can never be open at once by mistake.", code: "Forms/OneOfMany.swift"
      ) {
        OneOfManyModel()
      },
      Exhibit(
        "facts", "Facts about numbers", "Slow work with a progress bar, and one alert after another.",
        why: "Slow work goes on while its window is closed; the answer is there afterwards.", code: "Forms/Facts.swift"
      ) {
        FactsModel()
      },
      Exhibit(
        "availability", "Controls of a case", "A stepper or a toggle, whichever case the value has.",
        why: "A control for each case of an enumeration, without a flag for each.", code: "Forms/Availability.swift"
      ) {
        AvailabilityModel()
      },
      Exhibit(
        "sign-in", "Sign in", "The focus goes where something is missing.",
        why: "The server decides where the focus goes, so a missing field is never far away.",
        code: "Forms/SignIn.swift"
      ) { SignInModel() },
      Exhibit(
        "observation", "What is observed", "A screen is drawn again only for what it has read.",
        why: "Only the screen that reads a value is drawn again, however large the app is.",
        code: "Forms/Observation.swift"
      ) {
        ObservationModel()
      },
      Exhibit(
        "animations", "Animations", "A spring, a cycle of colours, and a hand that drags.",
        why: "Motion is declared where the change is made, and the page plays it at its own pace.",
        code: "Forms/Animations.swift"
      ) { AnimationsModel() },
      Exhibit(
        "controls", "Every control", "All controls of one value, and the value as it is.",
        why: "Every control writes straight into a Swift property.", code: "Forms/Controls.swift"
      ) { ControlsModel() },
      Exhibit(
        "focus", "Focus", "Four fields, and buttons that move the focus.",
        why: "Focus is state: read it, set it, and it follows into the page.", code: "Forms/Focus.swift"
      ) { FocusModel() },
      Exhibit(
        "dismissals", "Dismissals", "Every layer reports why it was dismissed.",
        why: "Code can tell a swipe from a button and from a closed window.", code: "Forms/Dismissals.swift"
      ) { DismissalsModel() },
      Exhibit(
        "paths", "Paths", "Push numbered screens, one by one or all at once.",
        why: "A whole path can be set at once, and the page shows the last screen of it.", code: "Forms/Paths.swift"
      ) { PathsModel() },
      Exhibit(
        "mixed-paths", "Mixed paths", "Numbers, words and answers in one path.",
        why: "One path can hold screens of several types, and each is restored as what it was.",
        code: "Forms/MixedPaths.swift"
      ) { MixedPathsModel() },
      Exhibit(
        "wifi", "Guest Wi-Fi", "A list that keeps changing, a password, and a network to forget.",
        why: "A list may change under the user’s finger without losing what they are typing.", code: "Forms/WiFi.swift"
      ) {
        WiFiModel()
      },
      Exhibit(
        "chart", "A chart of the app's own", "An element that the app draws itself, with buttons for bars.",
        why: "What the standard elements lack, thirty lines of JavaScript add.", code: "ChartModel.swift"
      ) {
        ChartModel()
      },
      Exhibit(
        "inventory", "Inventory", "A shop in two tabs: add, edit, copy, delete.",
        why: "Two people edit one stock, and each sees the other’s change at once.", code: "Shop/InventoryModel.swift",
        at: "/shop/inventory",
        steps: "Open it in two windows, and add an item in one.",
        "Edit an item in one and press “Save”: the list in the other changes too.",
        "Duplicate an item, and delete the copy: a question comes first."),
    ])
}
