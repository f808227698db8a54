import Oriel

/// What windows in several languages share.
@NavigationModel
final class TallyModel {
  var votes = 0

  init() {}

  var body: some View {
    Text(localized: "\(votes) votes").id("votes")
    Button(localized("Vote")) { self.votes += 1 }.id("vote")
    Button(localized("Closed")) {}.disabled(true).id("closed")
  }
}
