import Oriel

/// A conversation with a caller: only its holder may write, and everyone else reads along.
@NavigationModel
final class ConversationModel {
  let id: Call.ID
  let isAlone: Bool
  @Environment(Switchboard.self) var switchboard
  @Environment(Windows.self) var windows
  @Environment(\.window) var window
  @Environment(\.user) var user

  init(id: Call.ID, isAlone: Bool = false) {
    (self.id, self.isAlone) = (id, isAlone)
  }

  func start() {
    guard isAlone else { return }
    switchboard.take(window, of: user, as: "Reader")
  }

  var urlPath: String? { isAlone ? nil : "\(id)" }

  private var name: String? { switchboard[window]?.name }

  var body: some View {
    if let call = switchboard[id], !call.isOver {
      let isMine = call.holder == name
      chips(of: call, isMine)
      ScrollView {
        ForEach(Array(call.lines.enumerated()), id: \.offset) { line in
          MessageBubble(line.element.text, from: line.element.speaker, isOwn: !line.element.isCaller)
        }
      }
      .defaultScrollAnchor(.bottom).accessibilityLabel("Conversation").id("talk")
      if isMine { answer(to: call) } else { readAlong(call) }
    } else {
      Text("This conversation is over.").foregroundStyle(.secondary).navigationTitle("Conversation")
    }
  }

  @ViewBuilder private func chips(of call: Call, _ isMine: Bool) -> some View {
    HStack {
      Chip(call.topic)
      Chip(call.seconds.asClock)
      Chip(isMine ? "You have it" : "\(call.holder ?? "Nobody") has it").foregroundStyle(isMine ? .success : .warning)
    }
    .navigationTitle(call.caller)
    .toolbar {
      if !isAlone {
        Button("Open in a window") {
          self.openWindow(
            "calls-conversation", value: self.id,
            placement: WindowPlacement(x: 160, y: 90, width: 520, height: 720))
        }
        .buttonStyle(.bordered).id("own")
      }
    }
  }

  @ViewBuilder private func answer(to call: Call) -> some View {
    TextEditor(text: draft).textLimit(600).accessibilityLabel("Answer").id("answer")
    HStack {
      Button("Send") { self.switchboard.change(self.id) { $0.answer() } }
        .buttonStyle(.borderedProminent).keyboardShortcut(.return).disabled(call.draft.isEmpty).id("send")
      Button("End the call") { self.switchboard.end(self.id) }.id("end")
    }
    if !others.isEmpty {
      // A row of its own: it has a button for each of the others, and may take several lines.
      HStack {
        ForEach(others) { seat in
          Button("Hand to \(seat.name)") { self.hand(to: seat) }.buttonStyle(.bordered).id("hand")
        }
      }
    }
  }

  @ViewBuilder private func readAlong(_ call: Call) -> some View {
    Banner(
      call.draft.isEmpty
        ? "\(call.holder ?? "Nobody") has this conversation. You are reading along."
        : "\(call.holder ?? "Nobody") is typing: “\(call.draft)”"
    ) {
      if !isAlone { Button("Take over") { self.take() }.buttonStyle(.borderedProminent).id("take") }
    }
    .id("reading")
  }

  /// The other windows that can take the conversation.
  private var others: [Seat] {
    [CallCentre.agent, CallCentre.supervisor].flatMap(switchboard.present).filter { $0.id != window }
  }

  private var draft: Binding<String> {
    Binding(
      get: { self.switchboard[self.id]?.draft ?? "" },
      set: { text in
        if self.switchboard[self.id]?.holder == self.name { self.switchboard.change(self.id) { $0.draft = text } }
      })
  }

  private func take() {
    guard let name else { return }
    switchboard.change(id) { $0.take(name) }
  }

  /// Hands the conversation to another agent and opens it on that agent's screen, in one click.
  private func hand(to seat: Seat) {
    switchboard.change(id) { $0.take(seat.name) }
    windows.land(seat.id, at: seat.role == CallCentre.agent ? "/calls/\(id)" : "/calls-supervisor/\(id)")
  }
}
