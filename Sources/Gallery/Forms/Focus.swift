import Oriel

/// Four fields, and buttons that send the focus to each, or away.
@NavigationModel
final class FocusModel {
  enum Field: String, Codable, CaseIterable {
    case street = "Street", city = "City", postcode = "Postcode", country = "Country"
  }

  var texts: [Field: String] = [:]
  var focus: Field?

  var body: some View {
    Form {
      Section("Address") {
        ForEach(Field.allCases, id: \.rawValue) { field in
          TextField(field.rawValue, text: self.text(field)).focused(self.bind(\.focus), equals: field).id(
            "field"
          )
          .onSubmit { self.focus = self.next(field) }
        }
      }
      Section("Focus") {
        ForEach(Field.allCases, id: \.rawValue) { field in
          Button("On “\(field.rawValue)”") { self.focus = field }.id("focus")
        }
        Button("On nothing") { self.focus = nil }.id("resign")
        Text("The focus is on \(focus?.rawValue ?? "nothing").").id("now")
      }
    }
    .navigationTitle("Focus")
  }

  private func text(_ field: Field) -> Binding<String> {
    Binding(get: { self.texts[field] ?? "" }, set: { self.texts[field] = $0 })
  }

  private func next(_ field: Field) -> Field? {
    switch field {
    case .street: .city
    case .city: .postcode
    case .postcode: .country
    case .country: nil
    }
  }
}
