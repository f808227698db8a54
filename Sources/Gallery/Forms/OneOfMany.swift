import Oriel

/// One value says which screen shows, so there is only ever one.
@NavigationModel
final class OneOfManyModel {
  enum Showing: Codable, Hashable {
    case alert(Int)
    case dialog(Int)
    case sheet(Int)
    case sheetWithoutValue
    case cover(Int)
    case popover(Int)
    case drillDown(Int)
  }

  var showing: Showing?

  func start() {
    present(item: \.presented, id: \.self) { [unowned self] in self.presentation(of: $0) }
    push(item: \.pushed) { [unowned self] in OneModel(owner: self, text: "Pushed with \($0)") }
  }

  private var presented: Showing? {
    get { pushed == nil ? showing : nil }
    set { if pushed == nil { showing = newValue } }
  }

  private var pushed: Int? {
    get { if case .drillDown(let number) = showing { number } else { nil } }
    set { if pushed != nil { showing = newValue.map(Showing.drillDown) } }
  }

  private func presentation(of showing: Showing) -> Presentation {
    switch showing {
    case .alert(let number): .alert(AlertState("An alert with \(number)"))
    case .dialog(let number):
      .confirmationDialog(ConfirmationDialogState<Never>("A dialog with \(number)") {}, source: "dialog")
    case .sheet(let number): .managedSheet(OneModel(owner: self, text: "A sheet with \(number)"))
    case .sheetWithoutValue: .managedSheet(OneModel(owner: self, text: "A sheet with nothing"))
    case .cover(let number): .managedCover(OneModel(owner: self, text: "A cover with \(number)"))
    case .popover(let number): .popover(OneModel(owner: self, text: "A popover with \(number)"), source: "popover")
    case .drillDown: .managedSheet(OneModel(owner: self, text: "Never presented"))
    }
  }

  var body: some View {
    List {
      Section {
        Button("Alert") { self.showing = .alert(1) }.id("alert")
        Button("Dialog") { self.showing = .dialog(2) }.navigationSource(id: "dialog").id("dialog")
        Button("Sheet") { self.showing = .sheet(3) }.id("sheet")
        Button("Sheet without a value") { self.showing = .sheetWithoutValue }.id("sheet-without-value")
        Button("Cover") { self.showing = .cover(4) }.id("cover")
        Button("Popover") { self.showing = .popover(5) }.navigationSource(id: "popover").id("popover")
        Button("Drill-down") { self.showing = .drillDown(6) }.id("drill-down")
      } footer: {
        Text(showing == nil ? "Nothing shows." : "One of them shows.")
      }
    }
    .navigationTitle("One of many")
  }
}

/// Leads on to another of the many.
@NavigationModel
final class OneModel {
  let owner: OneOfManyModel
  let text: String

  init(owner: OneOfManyModel, text: String) {
    self.owner = owner
    self.text = text
  }

  var body: some View {
    List {
      Text(text).id("text")
      Button("Another sheet instead") { self.owner.showing = .sheet(7) }.id("sheet")
      Button("A drill-down instead") { self.owner.showing = .drillDown(8) }.id("drill-down")
      Button("Close") { self.owner.showing = nil }.buttonStyle(.borderedProminent).id("close")
    }
    .navigationTitle("One of many")
  }
}
