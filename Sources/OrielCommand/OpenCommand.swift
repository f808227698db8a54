import ArgumentParser
import OrielDocument

/// `oriel open`: opens a window for a user.
struct OpenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Open a window for a user.",
    discussion: "Prints the window's id. The page its user has used last is asked to show it.")

  @Argument(help: "The scene: which kind of window.") var scene: String
  @Option(help: "The id of the user, who has a window already.") var user: String
  @Option(help: "What the window is opened for, as JSON.", transform: JSONArgument.value) var value: JSONValue?
  @Option(help: "The path of the page that shows it; without it the scene's own.") var url: String?
  @OptionGroup var options: ActOptions

  /// What is sent.
  var body: JSONObject {
    var body: JSONObject = ["user": .string(user), "scene": .string(scene)]
    body["value"] = value
    body["url"] = url.map(JSONValue.string)
    body["reason"] = options.reason.map(JSONValue.string)
    return body
  }

  func run() async throws {
    let window = try await options.server.client().post("windows", query: options.query, body: body)
    if options.dryRun, !options.server.json { return print(Reach(window).text) }
    print(options.server.json ? JSONText.compact(window) : Terminal.safe(WindowRow(window).id))
  }
}

/// Arguments that are JSON.
enum JSONArgument {
  @Sendable static func value(_ text: String) throws -> JSONValue {
    guard let value = try? JSONValue(parsing: text) else {
      throw ValidationError("it is not JSON. A string has quotation marks of its own: '\"Lunch\"'.")
    }
    return value
  }

  @Sendable static func object(_ text: String) throws -> JSONObject {
    guard let object = try value(text).objectValue else {
      throw ValidationError("it must be an object, such as '{\"title\": \"Lunch\"}'.")
    }
    return object
  }
}
