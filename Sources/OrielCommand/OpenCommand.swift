import ArgumentParser
import OrielDocument

/// `oriel open`: opens a window for a user.
struct OpenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Open a window for a user.",
    discussion: "Prints the window's ID, and asks the page that the user has used last to show it.")

  @Argument(help: "The scene: the kind of window to open.") var scene: String
  @Option(help: "The user's ID. The user must have another window in memory.") var user: String
  @Option(help: "The value that the window is opened for, as JSON.", transform: JSONArgument.value) var value:
    JSONValue?
  @Option(help: "The path to open the window at. Defaults to the scene's own.") var url: String?
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
      throw ValidationError("it is not JSON. A string needs its own quotation marks: '\"Lunch\"'.")
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
