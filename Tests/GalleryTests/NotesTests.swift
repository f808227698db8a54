import Gallery
import OrielTesting
import Testing

struct NotesTests {
  @Test func `a notebook takes a hundred notes, and then says that it is full`() throws {
    let window = try TestWindow(app: GalleryApp(), url: "/home/notes")
    for number in 4...100 {
      try window.type("Note \(number)", into: "new-title")
      try window.tap("add")
    }
    #expect(window.text.contains("This notebook is full. Delete a note first."))
    try window.type("One more", into: "new-title")
    #expect(window.element("add")?["disabled"] == true)
    try window.submit("new-title")
    #expect(window.element("new-title")?["text"] == "One more")
  }
}
