import ArgumentParser
import OrielDocument

/// `oriel send`: brings a window back to where it began, or sends it somewhere.
struct SendCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "send", abstract: "Send actions and destinations to a window.",
    discussion: """
      The actions are dismissAll, popAll, reset (both of these), locked (stop here if the window is locked), pause and \
      empty; popAll:NAME pops one stack. A destination comes last, and the window's scene must list it. Each step waits \
      until the page has shown the step before.
      """)

  @Argument(help: "The window's ID.") var id: String
  @Argument(help: "The actions, in order.") var actions: [String] = []
  @Option(help: "The name of a destination to go to.") var destination: String?
  @Option(help: "The destination's properties, as JSON.", transform: JSONArgument.value) var properties: JSONValue?
  @Flag(help: "Send it even if the window is locked.") var force = false
  @OptionGroup var options: ActOptions

  func validate() throws {
    if actions.isEmpty, destination == nil { throw ValidationError("Say what to send: an action, or --destination.") }
    if properties != nil, destination == nil { throw ValidationError("--properties needs --destination.") }
  }

  /// What is sent.
  var body: JSONObject {
    var sent = actions.map { action -> JSONValue in
      let parts = action.split(separator: ":", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { return ["action": .string(action)] }
      return ["action": .string(parts[0]), "in": .string(parts[1])]
    }
    if let destination {
      var named: JSONObject = ["name": .string(destination)]
      named["properties"] = properties
      sent.append(["destination": .object(named)])
    }
    var own: JSONObject = ["actions": .array(sent)]
    if force { own["force"] = true }
    return options.body("send", ["window": .string(id)], own)
  }

  func run() async throws {
    guard let window = try await options.window(after: body) else { return }
    print(options.server.json ? JSONText.compact(window) : WindowRow(window).sheet)
  }
}
