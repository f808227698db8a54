import Oriel

/// A fact about a window or a tenant.
struct Fact {
  let name: String
  let value: String
  let note: String?
  let tone: ForegroundStyle

  init(_ name: String, _ value: String, note: String? = nil, tone: ForegroundStyle = .primary) {
    self.name = name
    self.value = value
    self.note = note
    self.tone = tone
  }
}

/// Facts one below the other.
struct FactRows: View {
  let facts: [Fact]

  var body: some View {
    ForEach(facts, id: \.name) { fact in
      LabeledContent(fact.name) {
        Text(Words.plain(fact.value)).foregroundStyle(fact.tone).id("value")
        if let note = fact.note { Text(note).font(.caption).foregroundStyle(.secondary) }
      }
    }
  }
}

/// Facts side by side.
struct FactGrid: View {
  let facts: [Fact]

  var body: some View {
    Grid {
      ForEach(facts, id: \.name) { fact in
        VStack(alignment: .leading) {
          Text(fact.name).font(.caption).foregroundStyle(.secondary)
          Text(Words.plain(fact.value)).foregroundStyle(fact.tone).id("value")
          if let note = fact.note { Text(note).font(.caption).foregroundStyle(.secondary) }
        }
      }
    }
  }
}
