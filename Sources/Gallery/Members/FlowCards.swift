import Oriel

extension Card {
  static var flows: [Card] {
    [
      Card("sign-out", "Sign out") { this in
        guard await this.ask(isSure, source: "sign-out") else { return }
        this.membership.isSignedIn = false
      },
      Card("onboarding", "Sign out and start over") { $0.membership.isSignedIn = false },
      Card("messaging", "Ask in a custom sheet") { $0.present(.sheet(ConfirmModel(), detents: [.medium]), on: $0) },
      Card("notification", "A notification that opens a screen") {
        $0.sendEnvironmentTrigger(
          .notify("A gift for you", body: "Become a friend of the gallery.", url: "/members/subscription"))
      },
      Card("editor", "An editor that saves and leaves") { $0.push(EditorModel(title: "Editor")) },
      Card("subscription", "Become a friend") { $0.perform(route: MembersRoute.subscription) },
      Card("waiting", "Open the window to wait in") { $0.openWindow("waiting", policy: .reuse) },
      Card("stop-waiting", "Close the window to wait in") { $0.dismissWindow("waiting") },
      Card("review", "Ask for a review") { $0.sendEnvironmentTrigger(.requestReview) },
      Card("bar", "A custom bar") { $0.push(BarModel()) },
      Card("lock", "Lock every window") { $0.membership.isLocked = true },
      Card("segments", "Three editors side by side") { $0.push(SegmentsModel()) },
      Card("relations", "Who belongs to whom") { $0.push(RelationsModel()) },
    ]
  }

  private static var isSure: ConfirmationDialogState<Bool> {
    ConfirmationDialogState("Sign out?", cancel: ButtonState("Stay", action: false)) {
      ButtonState("Sign out", role: .destructive, action: true)
    }
  }
}
