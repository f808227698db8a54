import Oriel

/// Every control, on one value, with the value itself below.
@NavigationModel
final class ControlsModel {
  enum Size: String, Codable, CaseIterable { case small = "Small", medium = "Medium", large = "Large" }

  var colour = Color(red: 0x2F, green: 0x6F, blue: 0xD0)
  var date = CalendarDate.opening
  var size = Size.medium
  var days: Set<String> = ["Saturday"]
  var share = 0.25
  var guests = 2
  var page = 0
  var isOpen = true
  var title = "Blob"
  var notes = ""
  var isTitleFocused = false
  var selection: TextSelection?

  var body: some View {
    Form {
      Section("Choose") {
        ColorPicker("Colour", selection: bind(\.colour)).id("colour")
        DatePicker("Date", selection: bind(\.date), displayedComponents: [.date, .hourAndMinute]).id("date")
        Picker("Size", selection: bind(\.size)) { self.sizes }.pickerStyle(.segmented).id("size")
        Picker("Size, from a menu", selection: bind(\.size)) { self.sizes }.id("size-menu")
        MultiPicker("Days", selection: bind(\.days)) {
          ForEach(["Friday", "Saturday", "Sunday"], id: \.self) { Text($0).tag($0) }
        }
        .id("days")
      }
      Section("Set") {
        Slider("Share", value: bind(\.share)).id("share")
        Stepper("Guests", value: bind(\.guests), in: 1...8).id("guests")
        Toggle("Open", isOn: bind(\.isOpen)).id("open")
        PageControl("Page", currentPage: bind(\.page), numberOfPages: 5).id("page")
      }
      Section("Write") {
        TextField("Title", text: bind(\.title), selection: bind(\.selection)).focused(bind(\.isTitleFocused)).id(
          "title")
        TextEditor(text: bind(\.notes)).accessibilityLabel("Notes").id("notes")
        HStack {
          Button("Focus the title") { self.isTitleFocused = true }.id("focus")
          Button("Select all of it") { self.selectTitle() }.id("select")
        }
      }
      Section("As it is") { ForEach(dump, id: \.self) { Text($0).monospaced().font(.caption) } }
    }
    .navigationTitle("Every control")
  }

  private var sizes: some View {
    ForEach(Size.allCases, id: \.rawValue) { Text($0.rawValue).tag($0) }
  }

  private func selectTitle() {
    isTitleFocused = true
    selection = TextSelection(range: 0..<title.unicodeScalars.count)
  }

  private var dump: [String] {
    [
      "colour: \(colour.hex)", "date: \(date)", "size: \(size.rawValue)",
      "days: \(days.sorted().joined(separator: ", "))",
      "share: \(Int((share * 100).rounded())) %", "guests: \(guests)", "page: \(page + 1)", "open: \(isOpen)",
      "title: “\(title)”\(isTitleFocused ? ", focused" : "")",
      "selection: \(selection.map { "\($0.range.lowerBound)–\($0.range.upperBound)" } ?? "none")",
      "notes: \(notes.count) characters",
    ]
  }
}

extension CalendarDate {
  fileprivate static let opening = CalendarDate(year: 2026, month: 11, day: 21, hour: 9, minute: 30)!
}
