import Oriel
import OrielTesting
import Testing

/// What locks are for, and what they leave free.
struct LockTests {
  let line: Line
  let locker = LockerModel()
  init() throws { line = try Line([StationModel("home", checkpoints: ["home"]), locker]) }

  @Test func `a lock stands in the document while its model says so`() throws {
    #expect(line.window.document["locked"] == nil)
    try line.window.tap("Lock")
    #expect(line.window.document["locked"] == true)
    #expect(line.top.isNavigationLocked)
    try line.window.tap("Unlock")
    #expect(line.window.document["locked"] == nil)
  }

  @Test func `a locked window keeps what is presented and pushed`() throws {
    try line.window.tap("Lock")
    try line.window.run { locker.present(.sheet(StationModel("sheet"))) }
    try line.window.run {
      for caller in [locker, line.stack] as [any NavigationModel] {
        #expect(caller.dismissAll() == .notExecutable(.locked))
        #expect(caller.popAll() == .notExecutable(.locked))
        #expect(caller.reset() == .notExecutable(.locked))
        #expect(!caller.canExecute(.dismissAll) && !caller.canExecute(.popAll) && !caller.canExecute(.reset))
      }
    }
    #expect(line.window.text.last == "sheet")
    #expect(line.stack.path.count == 2)
  }

  @Test func `its user closes and goes back as before`() throws {
    try line.window.tap("Lock")
    try line.window.run { locker.present(.sheet(StationModel("sheet"))) }
    try line.window.dismiss()
    try line.window.back()
    #expect(line.names == ["home"])
  }

  @Test func `a body that asks follows the locks`() throws {
    try line.window.run { locker.push(AskingLockModel()) }
    #expect(line.window.text == ["open"])
    try line.window.run { locker.lockNavigation() }
    #expect(line.window.text == ["locked"])
  }

  @Test func `other commands go on as before`() throws {
    try line.window.tap("Lock")
    let sheet = StationModel("sheet")
    try line.window.run { locker.present(.sheet(sheet)) }
    try line.window.run { #expect(sheet.dismiss() == .executed) }
    try line.window.run { #expect(locker.push(StationModel("a")) == .executed) }
    try line.window.run { #expect(line.top.pop() == .executed) }
    try line.window.run { #expect(locker.returnToCheckpoint(.home).result == .executed) }
    #expect(line.names == ["home"])
  }

  @Test func `a lock goes with its model`() throws {
    try line.window.tap("Lock")
    try line.window.back()
    #expect(!line.stack.isNavigationLocked)
    #expect(line.window.document["locked"] == nil)
  }

  @Test func `several locks are opened one by one`() throws {
    let other = LockerModel()
    try line.window.run {
      locker.lockNavigation()
      locker.push(other)
    }
    try line.window.tap("Lock")
    try line.window.run { locker.unlockNavigation() }
    #expect(locker.isNavigationLocked)
    try line.window.tap("Unlock")
    #expect(!locker.isNavigationLocked)
  }

  @Test func `a model that is in no window locks nothing`() {
    let alone = LockerModel()
    alone.lockNavigation()
    #expect(!alone.isNavigationLocked)
  }

  @Test func `a lock a body speaks of is there after a restart`() throws {
    let window = try TestWindow(.stacked([LockerModel()]))
    try window.tap("Lock")
    try window.server.restart()
    try window.reconnect()
    #expect(window.document["locked"] == true)
  }

  @Test func `among sent values a lock drops the rest`() throws {
    let reading = try Reading()
    try reading.window.run { reading.book.lockNavigation() }
    try reading.window.send(NavigationAction.locked, SentPage(1))
    try reading.window.send(NavigationAction.dismissAll, SentPage(2))
    try reading.window.send(NavigationAction.popAll, SentPage(3))
    try reading.window.send(NavigationAction.reset, SentPage(4))
    #expect(reading.pages == [])
    try reading.window.run { reading.book.unlockNavigation() }
    try reading.window.send(NavigationAction.locked, SentPage(5))
    #expect(reading.pages == [5])
  }
}

@NavigationModel
final class LockerModel {
  var isEditing = false
  init() {}

  var body: some View {
    Text("locker").navigationLocked(isEditing)
    Button("Lock") { self.isEditing = true }
    Button("Unlock") { self.isEditing = false }
  }
}

@NavigationModel
final class AskingLockModel {
  var body: some View { Text(isNavigationLocked ? "locked" : "open") }
}
