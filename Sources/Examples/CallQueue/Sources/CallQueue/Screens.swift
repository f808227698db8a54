import Oriel

/// The start page, which belongs to no call centre.
@NavigationModel
final class CentresModel {
  var body: some View {
    ForEach(Staff.all.keys.map(\.id).sorted(), id: \.self) { centre in
      Section(centre) {
        Link("Ask for help", destination: "/\(centre)/help")
        Link("Answer calls", destination: "/\(centre)/queue")
      }
    }
    .navigationTitle("Call centres")
  }
}

/// A caller's window.
@NavigationModel
final class HelpModel {
  var text = ""
  var call: Call.ID?
  @Environment(CallCentre.self) var centre

  var body: some View {
    if let call = call.flatMap({ centre.calls[id: $0] }) {
      let place = centre.waiting.firstIndex { $0.id == call.id }
      Text(place.map { "You are number \($0 + 1) in the queue." } ?? "You are talking to an agent.")
        .navigationTitle(call.topic)
      ForEach(call.lines.indices, id: \.self) { Text(call.lines[$0]) }
      TextField("Message", text: bind(\.text)).textLimit(500).onSubmit { self.say() }
      Button("Send") { self.say() }.buttonStyle(.borderedProminent).disabled(text.isEmpty)
      Button("Hang up", role: .destructive) { self.centre.calls.remove(id: call.id) }
    } else if call != nil {
      Text("The call is over.")
      Button("Ask something else") { self.call = nil }
    } else {
      TextField("What is it about?", text: bind(\.text)).textLimit(80).onSubmit { self.say() }.navigationTitle("Help")
      Button("Ask for help") { self.say() }.buttonStyle(.borderedProminent).disabled(text.isEmpty)
    }
  }

  private func say() {
    guard !text.isEmpty else { return }
    if let call { centre.say(text, as: "Caller", in: call) } else { call = centre.open(text) }
    if call != nil { text = "" }
  }
}

/// The window in which agents see who waits, and supervisors who talks to whom.
@NavigationModel
final class QueueModel {
  @Environment(CallCentre.self) var centre
  @Environment(\.user) var user

  var body: some View {
    List {
      Section("Waiting: press a call to take it") {
        ForEach(centre.waiting) { call in
          Button(call.topic) {
            if self.centre.take(call.id, for: self.user.id) { self.openWindow("call", value: call.id) }
          }
        }
      }
      Section("Talking") {
        ForEach(centre.calls.filter { $0.agent != nil }) { call in
          let agent = call.agent ?? ""
          if agent == user.id {
            Button("\(call.topic): with you") { self.openWindow("call", value: call.id) }
          } else if user.roles.contains("supervisor") {
            Button("\(call.topic): take over from \(agent)") { self.centre.takeOver(call.id, for: self.user.id) }
          } else {
            Text("\(call.topic): with \(agent)")
          }
        }
      }
    }
    .navigationTitle("Queue").toolbar { Button("Sign out") { self.signOut() } }
  }
}

/// The window of one call, on the agent's side.
@NavigationModel
final class CallModel {
  let id: Call.ID
  var answer = ""
  @Environment(CallCentre.self) var centre
  @Environment(\.user) var user

  init(id: Call.ID) { self.id = id }

  var body: some View {
    if let call = centre.calls[id: id], call.agent == user.id {
      ForEach(call.lines.indices, id: \.self) { Text(call.lines[$0]) }
      TextEditor(text: bind(\.answer)).textLimit(500).accessibilityLabel("Answer").navigationTitle(call.topic)
      Button("Send") { self.say() }.buttonStyle(.borderedProminent).disabled(answer.isEmpty)
      Button("End the call", role: .destructive) { self.centre.calls.remove(id: self.id) }
    } else {
      Text("You don't have this call.")
    }
  }

  private func say() {
    centre.say(answer, as: user.id, in: id)
    answer = ""
  }
}
