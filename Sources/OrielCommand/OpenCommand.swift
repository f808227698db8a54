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
    var own: JSONObject = ["scene": .string(scene)]
    own["value"] = value
    own["url"] = url.map(JSONValue.string)
    return options.body("open", ["user": .string(user)], own)
  }

  func run() async throws {
    guard let window = try await options.window(after: body) else { return }
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
