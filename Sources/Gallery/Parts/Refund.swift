import Foundation
import Oriel

/// A form that is checked on the server.
@NavigationModel
final class RefundModel {
  private static let total = 184.0

  var amount: Double?
  var parcel = 1.2
  var reason = ""
  var problem: String?
  var paid: Double?

  var body: some View {
    Form {
      TextField("Amount", value: bind(\.amount), format: .number.precision(.fractionLength(0...2)))
        .unit("€", edge: .leading).help("The order was € 184.00.").required().problem(problem).id("amount")
      TextField("Parcel", value: bind(\.parcel), in: 0.1...30, step: 0.1, format: .number).unit("kg").id("parcel")
      TextEditor(text: bind(\.reason)).textLimit(200).accessibilityLabel("Reason").id("reason")
      Button("Refund") { self.refund() }.buttonStyle(.borderedProminent).id("refund")
    }
    .dismissalConfirmationDialog(shouldPresent: amount != nil)
    if let paid { Text("\(paid.formatted(.currency(code: "EUR"))) are on their way.").id("paid") }
    Text("The arrow keys change the weight by 0.1 kg. With an amount in it, the page asks before it is closed.")
      .font(.caption).foregroundStyle(.secondary).navigationTitle("A form that objects")
  }

  private func refund() {
    guard let amount, amount > 0 else { return problem = "Write how much to refund." }
    guard amount <= Self.total else { return problem = "The order was € 184.00. Refund that much or less." }
    (problem, paid, self.amount) = (nil, amount, nil)
  }
}
