import Oriel

/// The people who were here a moment ago.
struct AwaySeats: View {
  let seats: [(seat: Seat, since: Int64)]

  var body: some View {
    if !seats.isEmpty {
      VStack(spacing: 4) {
        ForEach(seats, id: \.seat.id) { away in
          HStack {
            Text("\(away.seat.name) left").foregroundStyle(.secondary)
            Text(away.since, style: .relative).foregroundStyle(.secondary)
          }
        }
      }
    }
  }
}
