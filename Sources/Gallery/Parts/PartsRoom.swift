extension Room {
  static let parts = Room(
    title: "Parts of a desk",
    exhibits: [
      Exhibit(
        "facts-and-states", "Facts and states", "Tiles, chips, facts, what can be unfolded, and what is not there.",
        why: "What a desk says at a glance needs no style sheet of the app's.", code: "Parts/FactsAndStates.swift"
      ) { FactsAndStatesModel() },
      Exhibit(
        "messages", "Messages", "A conversation that stays at its end, with Markdown and code.",
        why: "Markdown becomes elements on the server: no page ever gets HTML.", code: "Parts/Messages.swift"
      ) { MessagesModel() },
      Exhibit(
        "choosing", "Choosing from many", "Comboboxes whose suggestions come from the server, and a search.",
        why: "The newest question wins, however slowly the older ones are answered.", code: "Parts/Choosing.swift"
      ) { ChoosingModel() },
      Exhibit(
        "refund", "A form that objects", "Units, steps, problems at their fields, and a question before leaving.",
        why: "A check on the server says at the field what to do, and the focus goes there.", code: "Parts/Refund.swift"
      ) { RefundModel() },
      Exhibit(
        "tables", "A long table", "Two thousand rows to sort, select, edit and hand out.",
        why: "A page has the rows that it looks at, and nothing moves under its reader.", code: "Parts/Tables.swift"
      ) { TablesModel() },
      Exhibit(
        "archive", "A million rows", "A table of rows that are elsewhere, read as one looks at them.",
        why: "Each page asks for a screenful, and a question that is no longer wanted is cancelled.",
        code: "Parts/Archive.swift"
      ) { ArchiveModel() },
      Exhibit(
        "charts", "Small charts", "A line, bars, a sparkline and a gauge, point by point.",
        why: "A new point is a patch of a few bytes, and a screen reader gets a table.", code: "Parts/Charts.swift"
      ) { ChartsModel() },
      Exhibit(
        "notifications", "Notifications", "Tones, an undo, progress, and one person told once.",
        why: "A toast never moves what one reads, and its button answers in Swift.", code: "Parts/Notifications.swift"
      ) { NotificationsModel() },
      Exhibit(
        "commands", "Keys and commands", "Keys of buttons, a menu of commands, and a panel with details.",
        why: "What can be done here is found by its name, with ⌘K or Ctrl K.", code: "Parts/Commands.swift"
      ) { CommandsModel() },
    ])
}
