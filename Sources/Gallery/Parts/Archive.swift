import Foundation
import Oriel

/// A million letters that are elsewhere: a table reads those at which its user looks.
struct LetterArchive: TableSource, Hashable {
  static let count = 1_000_000
  var isClosed = false

  /// Answers as a database does, after a moment.
  func page(_ request: TablePageRequest<Letter, String>) async throws -> TablePage<Letter> {
    try await Task.sleep(for: .milliseconds(60))
    if isClosed { throw Problem("The archive is closed. Open it, and try again.") }
    let place = Letter.places.firstIndex { $0.localizedCaseInsensitiveContains(request.filter) }
    let isWhole = request.filter.isEmpty
    guard isWhole || place != nil else { return TablePage([], count: .exactly(0)) }
    let step = isWhole ? 1 : Letter.places.count
    let total = isWhole ? Self.count : (Self.count - (place ?? 0) - 1) / step + 1
    let rows = request.range.clamped(to: 0..<total).map { rank in
      let rank = request.sort.first?.order == .reverse ? total - 1 - rank : rank
      return Letter(id: rank * step + (isWhole ? 0 : place ?? 0))
    }
    return TablePage(rows, count: .exactly(total))
  }

  func rows(ids: [Int]) async throws -> [Letter] { ids.map { Letter(id: $0) } }
}

struct Letter: Identifiable, Sendable {
  static let places = ["Aarhus", "Bruges", "Coimbra", "Delft", "Évora", "Fulda", "Ghent"]

  let id: Int
  var place: String { Self.places[id % Self.places.count] }
  var year: Int { 1900 + id * 126 / LetterArchive.count }
  var pages: Int { id * 7919 % 12 + 1 }
}

@NavigationModel
final class ArchiveModel {
  var place = ""
  var isClosed = false
  var sort: [TableSort] = []
  var selected: Set<Int> = []

  var body: some View {
    HStack {
      TextField("Place", text: bind(\.place)).id("place")
      Toggle("Closed", isOn: bind(\.isClosed)).id("closed")
    }
    Table(
      LetterArchive(isClosed: isClosed), matching: place, selection: bind(\.selected), sortOrder: bind(\.sort)
    ) {
      TableColumn("Letter", value: \.id) { letter in Text("No. \(letter.id + 1)") }.width(140).pinned()
      TableColumn("Place") { letter in Text(letter.place) }.width(160)
      TableColumn("Year") { letter in Text("\(letter.year)") }.alignment(.numeric).width(90)
      TableColumn("Pages") { letter in Text("\(letter.pages)") }.alignment(.numeric).width(90).priority(1)
    }
    .emptyContent {
      ContentUnavailableView("No letters", systemImage: "envelope", description: Text("From no such place."))
    }
    .accessibilityLabel("Letters").id("letters")
    .navigationTitle("A million letters")
    Text("\(selected.count) selected").foregroundStyle(.secondary).id("said")
  }
}
