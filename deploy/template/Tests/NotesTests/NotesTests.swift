import OrielTesting
import Testing

@testable import Notes

@Test func `a note is there until it is deleted`() throws {
  let window = try TestWindow(app: Notes())
  try window.type("Buy milk", into: "New note")
  try window.tap("Add")
  try window.tap("Buy milk")
  #expect(window.text == ["Buy milk", "Delete"])
  try window.tap("Delete")
  #expect(throws: (any Error).self) { try window.tap("Buy milk") }
}
