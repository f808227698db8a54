extension Room {
  static let forms = Room(
    title: "Forms and state",
    exhibits: [
      Exhibit("optionals", "Optional values", "Each screen shows while its own optional has a value.") {
        OptionalsModel()
      },
      Exhibit("one-of-many", "One of many", "An enumeration with a value for each screen: one at a time.") {
        OneOfManyModel()
      },
      Exhibit("facts", "Facts about numbers", "Work that takes its time, its progress, and an alert after an alert.") {
        FactsModel()
      },
      Exhibit("availability", "Controls of a case", "A stepper or a toggle, whichever case the value has.") {
        AvailabilityModel()
      },
      Exhibit("sign-in", "Sign in", "The focus goes where something is missing.") { SignInModel() },
      Exhibit("observation", "What is observed", "A screen is drawn again only for what it has read.") {
        ObservationModel()
      },
      Exhibit("animations", "Animations", "A spring, a cycle of colours, and a hand that drags.") { AnimationsModel() },
      Exhibit("controls", "Every control", "All controls of one value, and the value as it is.") { ControlsModel() },
      Exhibit("focus", "Focus", "Four fields, and buttons that move the focus.") { FocusModel() },
      Exhibit("dismissals", "Dismissals", "Every kind of layer says why it went.") { DismissalsModel() },
      Exhibit("paths", "Paths", "Screens by the number, one after another or all at once.") { PathsModel() },
      Exhibit("mixed-paths", "Mixed paths", "Numbers, words and answers in one path.") { MixedPathsModel() },
      Exhibit("wifi", "Guest Wi-Fi", "A list that keeps changing, a password, and a network to forget.") {
        WiFiModel()
      },
      Exhibit("chart", "A chart of the app's own", "An element that the app draws itself, with buttons for bars.") {
        ChartModel()
      },
      Exhibit("inventory", "Inventory", "A shop in two tabs: add, edit, copy, delete.", at: "/shop/inventory"),
    ])
}
