import Oriel
import OrielDocument
import OrielTesting
import Testing

/// The detail of a row, which one page has open.
struct TableDetailTests {
  private let blotter = Blotter()

  private func window() throws -> TestWindow {
    for id in 0..<3 { blotter.orders.append(Order(id, "S\(id)", Double(id))) }
    return try TestWindow(DetailModel(), environment: [blotter])
  }

  @Test func `the detail of a row is its page's, and follows the row`() throws {
    let window = try window()
    let table = try window.table()
    let document = window.document
    #expect(try table.detail(of: 1) == ["Note –", "Cancel"])
    try window.run { blotter.orders[id: 1]?.note = "Soon" }
    #expect(table.detail == ["Note Soon", "Cancel"])
    try window.run { try window.find(DetailModel.self).word = "Remark" }
    #expect(table.detail == ["Remark Soon", "Cancel"])
    #expect(try table.detail(of: 2) == ["Remark –", "Cancel"])
    try table.tap("Cancel", inDetailOf: 2)
    #expect(blotter.cancelled == [2])
    try window.run { blotter.orders.remove(id: 2) }
    #expect(table.detail == [])
    #expect(try table.detail(of: 7) == [])
    #expect(window.document == document)
  }

  @Test func `a detail with a field shows nothing, and the log says so`() throws {
    let window = try window()
    try window.run { try window.find(DetailModel.self).hasField = true }
    #expect(try window.table().detail(of: 1) == [])
    #expect(window.server.warnings == ["The detail of a row has a field; use onEdit: it shows nothing"])
  }

  @Test func `a detail that is too long shows nothing, and the log says so`() throws {
    let window = try window()
    try window.run { try window.find(DetailModel.self).word = String(repeating: "x", count: 70_000) }
    #expect(try window.table().detail(of: 1) == [])
    #expect(window.server.warnings == ["The detail of a row has more than 64 KiB: it shows nothing"])
  }
}

@NavigationModel
final class DetailModel {
  @Environment(Blotter.self) var blotter
  var word = "Note"
  var hasField = false
  var typed = ""
  init() {}

  var body: some View {
    Table(blotter.orders) { TableColumn("Symbol", value: \.symbol) }
      .rowDetail { order in
        Text("\(self.word) \(order.note ?? "–")")
        Button("Cancel") { self.blotter.cancelled.append(order.id) }
        if self.hasField { TextField("Note", text: self.bind(\.typed)) }
      }
  }
}
