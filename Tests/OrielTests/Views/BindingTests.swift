import Oriel
import OrielDocument
import Testing

@NavigationModel final class PersonModel {
  struct Name: Codable, Equatable {
    var first = "Ada"
    var last = "Lovelace"
  }

  var name = Name()
  var isAdult = true

  init() {}

  var body: some View {
    TextField("First name", text: bind(\.name).first)
    Toggle("Adult", isOn: bind(\.isAdult))
  }
}

@Suite("Bindings")
struct BindingTests {
  @Test func `a binding reads and writes a model`() {
    let person = PersonModel()
    let isAdult = person.bind(\.isAdult)
    isAdult.wrappedValue = false
    #expect(!person.isAdult)
    person.isAdult = true
    #expect(isAdult.wrappedValue)
  }

  @Test func `a binding says what its writes change`() {
    let person = PersonModel()
    var lines: [String] = []
    let binding = person.bind(\.isAdult)._printChanges("isAdult") { lines.append($0) }
    binding.wrappedValue = false
    #expect(!person.isAdult)
    #expect(lines == ["isAdult: true → false"])
  }

  @Test func `a part of a binding is a binding`() {
    let person = PersonModel()
    person.bind(\.name).last.wrappedValue = "Byron"
    #expect(person.name == PersonModel.Name(first: "Ada", last: "Byron"))
  }

  @Test func `a binding keeps no model alive and goes on with the last value`() {
    var person: PersonModel? = PersonModel()
    weak let gone = person
    let isAdult = person?.bind(\.isAdult)
    let first = person?.bind(\.name).first
    person = nil
    #expect(gone == nil)
    #expect(isAdult?.wrappedValue == true)
    isAdult?.wrappedValue = false
    first?.wrappedValue = "Augusta"
    #expect(isAdult?.wrappedValue == true)
    #expect(first?.wrappedValue == "Ada")
  }

  @Test func `a constant ignores what is written`() {
    let constant = Binding.constant(1)
    constant.wrappedValue = 2
    #expect(constant.wrappedValue == 1)
  }

  @Test func `a view of the author's own passes a binding on`() throws {
    struct Switch: View {
      @Binding var isOn: Bool
      var body: some View { Toggle(isOn ? "On" : "Off", isOn: $isOn) }
    }
    let isOn = Box(true)
    let rendered = ElementRenderer.render(Switch(isOn: isOn.binding))
    #expect(rendered.body[0]["label"] == "On")
    try rendered.send("change", false, to: "0")
    #expect(!isOn.value)
  }

  @Test func `what a user does in a model's body changes the model`() throws {
    let person = PersonModel()
    let rendered = ElementRenderer.render(person.body)
    try rendered.send("input", "Augusta", to: "0")
    try rendered.send("change", false, to: "1")
    #expect(person.name.first == "Augusta")
    #expect(!person.isAdult)
  }
}
