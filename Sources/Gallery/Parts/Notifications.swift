import Oriel

/// Notifications of every tone, and what became of them.
@NavigationModel
final class NotificationsModel {
  var mails = ["Lunch", "Invoice", "Holidays"]
  var copied = 0
  var heard: [String] = []

  var body: some View {
    Section("Say something") {
      HStack {
        Button("Saved") { self.tell(.notify("Saved", tone: .success)) }.id("saved")
        Button("Slow") {
          self.tell(.notify("The store is slow", body: "Changes take 3 seconds.", tone: .warning, sound: true))
        }
        .id("slow")
        Button("Wrong") { self.tell(.notify("The card was refused", body: "Ask for another one.", tone: .danger)) }
          .id("wrong")
        Button("Copy a file") { self.copy() }.id("copy")
      }
    }
    Section("Undo") {
      ForEach(mails, id: \.self) { mail in
        Button("Delete \(mail)", role: .destructive) {
          self.mails.removeAll { $0 == mail }
          self.tell(.notify("\(mail) was deleted", action: "Undo", tag: mail))
        }
        .id(mail)
      }
    }
    Section("What became of them") {
      ForEach(Array(heard.enumerated()), id: \.offset) { Text($0.element) }
    }
    .navigationTitle("Notifications")
  }

  private func tell(_ notification: EnvironmentTrigger) { sendEnvironmentTrigger(notification) }

  /// One notification, which shows how far it is.
  private func copy() {
    copied = copied < 4 ? copied + 1 : 1
    tell(
      .notify(
        copied < 4 ? "Copying" : "Copied", body: "\(copied) of 4 parts", tone: copied < 4 ? nil : .success, tag: "copy",
        progress: Double(copied) / 4))
  }

  func receive(_ message: any NavigationMessage, from child: any NavigationModel) {
    guard let outcome = message as? TriggerOutcomeMessage else { return }
    let title = outcome.trigger.payload["title"]?.stringValue ?? ""
    heard = heard.suffix(5) + ["\(title): \(outcome.value?.stringValue ?? "\(outcome.status)")"]
    if outcome.value == "action", let mail = outcome.tag { mails.append(mail) }
  }
}
