import Gallery
import OrielTesting
import Testing

@Suite("Paths")
struct PathTests {
  @Test(.clause("DC12", 1, 2, 3)) func `one after another, all at once, and back by each (DC12)`() throws {
    let window = try TestWindow(exhibit: "paths")
    for number in 1...3 {
      try window.tap("Go to screen \(number)")
      #expect(window.screenTitle == "Screen \(number)")
    }
    for title in ["Screen 2", "Screen 1", "Paths"] {
      try window.tap("dismiss")
      #expect(window.screenTitle == title)
    }
    try window.tap("all")
    #expect(try window.leads("Screen 3", "Screen 2", "Screen 1", "Paths"))
  }

  @Test func `one after another, all at once, and back from the middle (DC12)`() throws {
    let window = try TestWindow(exhibit: "paths")
    for number in 1...3 {
      try window.tap("Go to screen \(number)")
      #expect(window.screenTitle == "Screen \(number)")
    }
    try window.tap("dismiss")
    #expect(window.screenTitle == "Screen 2")
    try window.back(toDepth: 1)
    try window.tap("all")
    #expect(window.screenTitle == "Screen 3")
    try window.restart()
    try window.back()
    #expect(window.screenTitle == "Screen 2")
    try window.tap("root")
    #expect(window.screenTitle == "Catalogue")
  }

  @Test func `a path takes values of several types (DC12)`() throws {
    let window = try TestWindow(exhibit: "mixed-paths")
    try window.tap("Number 2")
    try window.tap("Word “World”")
    try window.tap("no")
    #expect(window.screenTitle == "No")
    try window.restart()
    #expect(window.reads("The path is 4 deep."))
    try window.back()
    #expect(window.screenTitle == "Word “World”")
  }
}
