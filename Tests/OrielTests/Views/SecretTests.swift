import Oriel
import OrielDocument
import OrielTesting
import Testing

@testable import OrielHub

@NavigationModel
final class SignInModel {
  var password: Secret<String> = ""
  var isRight = false

  init() {}

  var body: some View {
    SecureField("Password", text: bind(\.password), prompt: "Yours").onSubmit {
      self.isRight = self.password.revealed == "blob"
      self.password = ""
    }
    Text(isRight ? "Welcome" : "Who are you?")
  }
}

@Suite("Secrets")
struct SecretTests {
  @Test func `a secure field takes text and never shows it`() throws {
    let secret = Box<Secret<String>>("")
    let rendered = ElementRenderer.render(SecureField("Password", text: secret.binding).textLimit(8))
    #expect(
      rendered.body == [
        ["type": "secureField", "id": "0", "label": "Password", "filled": false, "maxLength": 8]
      ])
    try rendered.send("input", "blob", to: "0")
    try rendered.send("change", "blob", to: "0")
    #expect(secret.writes == ["blob"])
    #expect(throws: EventRefusal.self) { try rendered.send("input", "much too long", to: "0") }
    #expect(try element(SecureField("Password", text: secret.binding))["filled"] == true)
  }

  @Test func `a password is in no document, no log and no store`() throws {
    let window = try TestWindow(SignInModel())
    try window.type("blob", into: "Password")
    #expect(!window.document.description.contains("blob"))
    try window.submit("Password")
    #expect(window.text == ["Password", "Welcome"])
    try window.type("blob", into: "Password")
    let saved = window.server.look { [id = window.id] hub in "\(hub.windows[id]?.graph.snapshot() ?? [:])" }
    #expect(saved.contains("password"))
    #expect(!saved.contains("blob"))
    #expect(!window.server.warnings.joined().contains("blob"))
    try window.restart()
    #expect(window.document["models"]?["m1"]?["body"]?[0]?["filled"] == false)
  }

  @Test func `a secret does not tell itself`() {
    struct Form { var password: Secret<String> = "blob" }
    var dumped = ""
    dump(Form(), to: &dumped)
    #expect(!dumped.contains("blob"))
    #expect("\(Form())".contains("•••"))
    #expect(String(reflecting: Form().password) == "•••")
  }
}
