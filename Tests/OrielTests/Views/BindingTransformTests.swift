import Oriel
import OrielDocument
import Testing

@Suite("Bindings made of bindings")
struct BindingTransformTests {
  struct Book: Equatable {
    var title = "Emma"
    var pages = 400
  }

  enum Size: Int { case small, large }

  @Test func `what is in an optional stays when that is gone, and does not come back`() throws {
    let optional = Box<Int?>(1)
    #expect(Binding(Box<Int?>(nil).binding) as Binding<Int>? == nil)
    let value = try #require(Binding<Int>(optional.binding))
    value.wrappedValue = 2
    #expect(optional.value == 2)
    optional.value = nil
    #expect(value.wrappedValue == 2)
    value.wrappedValue = 3
    #expect(optional.value == nil)
    #expect(value.wrappedValue == 3)
    optional.value = 4
    #expect(value.wrappedValue == 4)
  }

  @Test func `whether there is a value can be taken back and not made up`() {
    let optional = Box<Int?>(1)
    let isPresent = Binding<Bool>(optional.binding)
    isPresent.wrappedValue = true
    #expect(optional.writes == [])
    isPresent.wrappedValue = false
    #expect(!isPresent.wrappedValue)
    isPresent.wrappedValue = true
    isPresent.wrappedValue = false
    #expect(optional.writes == [nil])
  }

  @Test func `a value is as good as an optional, but takes no nil`() {
    let box = Box(1)
    let optional = Binding<Int?>(box.binding)
    optional.wrappedValue = 2
    optional.wrappedValue = nil
    #expect(box.writes == [2])
    #expect(optional.wrappedValue == 2)
  }

  @Test func `a part of an optional clears it when it becomes nil`() {
    let book = Box<Book?>(Book())
    let pages: Binding<Int?> = book.binding.pages
    pages.wrappedValue = 10
    #expect(book.value == Book(pages: 10))
    pages.wrappedValue = nil
    #expect(book.value == nil)
    pages.wrappedValue = 10
    #expect(book.value == nil)
    #expect(pages.wrappedValue == nil)
  }

  @Test func `an erased binding takes values of its own type`() {
    let box = Box(1)
    let erased = Binding<AnyHashable>(box.binding)
    erased.wrappedValue = "two"
    erased.wrappedValue = 2
    #expect(box.writes == [2])
    #expect(erased.wrappedValue == AnyHashable(2))
  }

  @Test func `a raw value that stands for nothing is ignored, and a client is told`() throws {
    let size = Box(Size.small)
    let raw = Binding<Int>(rawValue: size.binding)
    raw.wrappedValue = 1
    raw.wrappedValue = 7
    #expect(size.writes == [.large])
    let picker = ElementRenderer.render(
      Picker("Size", selection: raw) {
        Text("Small").tag(0)
        Text("Huge").tag(7)
      }
      .pickerStyle(.segmented))
    #expect(throws: EventRefusal.invalid("There is no such value")) { try picker.send("change", "7", to: "0") }
    #expect(throws: EventRefusal.invalid("There is no such option")) { try picker.send("change", "8", to: "0") }
    try picker.send("change", "0", to: "0")
    #expect(size.writes == [.large, .small])
  }

  @Test func `equal writes are dropped where it is asked for`() {
    let box = Box(1)
    let distinct = box.binding.removeDuplicates()
    distinct.wrappedValue = 1
    distinct.wrappedValue = 2
    distinct.wrappedValue = 2
    #expect(box.writes == [2])
    let byParity = box.binding.removeDuplicates { $0 % 2 == $1 % 2 }
    byParity.wrappedValue = 4
    byParity.wrappedValue = 5
    #expect(box.writes == [2, 5])
  }

  @Test func `a control of what is gone is stale, and changes nothing`() throws {
    let book = Box<Book?>(Book())
    let title = try #require(Binding<Book>(book.binding)).title
    let rendered = ElementRenderer.render(TextField("Title", text: title))
    book.value = nil
    #expect(throws: EventRefusal.stale) { try rendered.send("input", "Persuasion", to: "0") }
    let toggle = ElementRenderer.render(Toggle("Lent", isOn: Binding<Bool>(book.binding)))
    #expect(throws: EventRefusal.invalid("There is nothing to show")) { try toggle.send("change", true, to: "0") }
    #expect(book.writes == [])
  }
}
