import Foundation
import Oriel

/// A depot of two thousand parcels: a table of which each page has what it looks at.
@NavigationModel
final class TablesModel {
  var sort: [TableSort] = []
  var columns = TableColumnCustomization<Parcel>()
  /// Whether the depot is cleared.
  var isEmpty = false
  var selected: Set<Int> = []
  /// What its user has changed.
  var weights: [Int: Double] = [:]
  var handedOut: Set<Int> = []
  var arrived = 0
  var opened: Int?

  struct Parcel: Identifiable {
    let id: Int
    let place: String
    let weight: Double
    let isLate: Bool
  }

  private static let places = ["Aarhus", "Bruges", "Coimbra", "Delft", "Évora", "Fulda", "Ghent"]

  private var parcels: [Parcel] {
    if isEmpty { return [] }
    return ((-arrived..<2000).lazy.map { 2000 - $0 }).filter { !self.handedOut.contains($0) }.map { number in
      Parcel(
        id: number, place: Self.places[number * 7919 % 7],
        weight: self.weights[number] ?? Double(number * 104_729 % 4000 + 50) / 100, isLate: number % 11 == 3)
    }
  }

  var body: some View {
    Table(parcels, selection: bind(\.selected), sortOrder: bind(\.sort), columnCustomization: bind(\.columns)) {
      TableColumn("Parcel", value: \.id) { parcel in Text("No. \(parcel.id)") }.width(110).pinned()
      TableColumn("Place", value: \.place).width(160)
      TableColumn("Weight", value: \.weight, format: .number.precision(.fractionLength(2)))
        .alignment(.numeric).width(110).priority(1).flashesOnChange()
        .onEdit { edit in
          guard let weight = Double(edit.text), 0.1...40 ~= weight else { throw Problem("A weight from 0.1 to 40 kg.") }
          self.weights[edit.row.id] = weight
        }
      TableColumn("State", value: \.isLate.description) { parcel in
        if parcel.isLate { Chip("Late").foregroundStyle(.danger) } else { Chip("In time") }
      }
      .width(110).priority(1)
      TableColumn("") { parcel in
        Button("Hand out") { self.handOut([parcel.id]) }.buttonStyle(.plain).accessibilityLabel("Hand out \(parcel.id)")
      }
      .width(110).priority(2)
    }
    .contextMenu(forSelectionType: Int.self) { ids in
      Button("Hand out \(ids.count)") { self.handOut(ids) }
    } primaryAction: { ids in
      self.opened = ids.first
    }
    .rowStyle { $0.isLate ? .danger : nil }
    .downloads("parcels.csv")
    .emptyContent {
      ContentUnavailableView(
        "No parcels", systemImage: "shippingbox", description: Text("All have left the depot.")
      ) {
        Button("Bring them back") { self.isEmpty = false }.id("bring-back")
      }
    }
    .accessibilityLabel("Parcels").id("parcels")
    .navigationTitle("Two thousand parcels")
    .toolbar {
      Button("Three arrive") { self.arrived += 3 }.id("arrive")
      Button("Weigh a hundred again") { self.weigh() }.id("weigh")
      Button("Clear the depot") { self.isEmpty = true }.disabled(isEmpty).id("clear")
    }
    Text(opened.map { "No. \($0) was opened, \(selected.count) selected" } ?? "\(selected.count) selected")
      .foregroundStyle(.secondary).id("said")
  }

  private func handOut(_ ids: Set<Int>) {
    handedOut.formUnion(ids)
    selected.subtract(ids)
  }

  private func weigh() {
    for number in stride(from: 2000 + arrived, to: 1900 + arrived, by: -1) {
      weights[number] = Double((number * 31 + arrived * 7 + weights.count) % 4000 + 50) / 100
    }
  }
}
