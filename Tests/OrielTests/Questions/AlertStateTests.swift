import Oriel
import OrielDocument
import Testing

private enum Verdict: NavigationMessage, Codable, Hashable { case delete, keep, archive(days: Int) }

@Suite("Alerts and dialogs as values")
struct AlertStateTests {
  private func alert(canArchive: Bool = false, days: [Int] = []) -> AlertState<Verdict> {
    AlertState("Delete it?", message: "It can't be undone") {
      ButtonState("Delete", role: .destructive, action: .delete)
      if canArchive {
        ButtonState("Archive", action: .archive(days: 1))
      } else {
        ButtonState("Keep", action: .keep)
      }
      for count in days { ButtonState("\(count) days", action: .archive(days: count)) }
      ButtonState("Cancel", role: .cancel)
    }
  }

  @Test func `an alert is what it says and does, whatever its id`() {
    #expect(alert() == alert())
    #expect(alert().hashValue == alert().hashValue)
    #expect(alert().id != alert().id)
    #expect(alert() != alert(canArchive: true))
    var other = alert()
    other.message = nil
    #expect(other != alert())
  }

  @Test func `conditions and loops choose the buttons`() {
    #expect(alert().buttons.map(\.action) == [.delete, .keep, nil])
    #expect(
      alert(canArchive: true, days: [2, 3]).buttons.map(\.action) == [
        .delete, .archive(days: 1), .archive(days: 2), .archive(days: 3), nil,
      ])
  }

  @Test func `the longer spelling says the same`() {
    let longer = AlertState<Verdict>(
      title: { TextState("Delete it?") },
      actions: {
        ButtonState(role: .destructive, action: .delete) { TextState("Delete") }
        ButtonState(action: .keep) { TextState("Keep") }
        ButtonState(role: .cancel) { TextState("Cancel") }
      },
      message: { TextState("It can't be undone") })
    #expect(longer == alert())
  }

  @Test func `a mapped alert keeps its id and has other actions`() {
    let alert = alert()
    let mapped = alert.map { $0 == .delete ? "gone" : nil }
    #expect(mapped.id == alert.id)
    #expect(mapped.buttons.map(\.action) == ["gone", nil, nil])
    #expect(mapped.buttons.map(\.id) == alert.buttons.map(\.id))
  }

  @Test func `buttons are equal by label, role and action`() {
    let button = ButtonState("Delete", role: .destructive, action: Verdict.delete)
    #expect(button == ButtonState("Delete", role: .destructive, action: Verdict.delete))
    #expect(button != ButtonState("Delete", action: Verdict.delete))
    #expect(button != ButtonState("Delete", role: .destructive, action: Verdict.keep))
    #expect(button != ButtonState(TextState("Delete").bold(), role: .destructive, action: Verdict.delete))
  }

  @Test func `a button says how what it does moves`() throws {
    let button = ButtonState("Keep", action: Verdict.keep).animation(.easeIn)
    #expect(button.actionAnimation == .easeIn)
    #expect(button != ButtonState("Keep", action: Verdict.keep))
    #expect(button.map { _ in Verdict.delete }.actionAnimation == .easeIn)
    let stored = try JSONValueEncoder.encode(button)
    #expect(try JSONValueDecoder.decode(ButtonState<Verdict>.self, from: stored) == button)
  }

  @Test func `a button's action can be worked with, also where there is none`() async {
    #expect(ButtonState("Keep", action: Verdict.keep).withAction { $0 } == .keep)
    #expect(ButtonState<Verdict>("Keep").withAction { $0 } == nil)
    let later = await ButtonState("Keep", action: Verdict.keep).withAction { action in
      await Task.yield()
      return action
    }
    #expect(later == .keep)
  }

  @Test func `a dialog says whether its title shows, and has a cancel button apart`() {
    func dialog(_ visibility: Visibility) -> ConfirmationDialogState<Verdict> {
      ConfirmationDialogState("Delete?", titleVisibility: visibility, cancel: ButtonState("No")) {
        ButtonState("Yes", action: .delete)
      }
    }
    #expect(dialog(.hidden).buttons.map(\.role) == [nil, .cancel])
    #expect(dialog(.hidden) == dialog(.hidden))
    #expect(dialog(.hidden) != dialog(.visible))
    #expect(dialog(.hidden).map { $0 == .delete }.buttons.map(\.action) == [true, false])
  }

  @Test func `an alert can be saved and is the same one then`() throws {
    let alert = alert(canArchive: true)
    let saved = try JSONValueEncoder.encode(alert)
    let restored = try JSONValueDecoder.decode(AlertState<Verdict>.self, from: saved)
    #expect(restored == alert)
    #expect(restored.id == alert.id)
  }

  @Test func `an id that is none is not read`() {
    #expect(throws: (any Error).self) { try JSONValueDecoder.decode(QuestionID.self, from: "not an id!") }
  }
}
