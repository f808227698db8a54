import Foundation
import OrielDocument
import Testing

/// One message of `Tests/Fixtures/frames.json`; see the README beside it.
struct FrameFixture {
  var name: String
  var bytes: String
  var message: JSONValue?
  var error: String?
  /// Whether the side that says it says it so.
  var isCanonical: Bool

  static func all(_ direction: String) throws -> [FrameFixture] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures/frames.json")
    let frames = try JSONReader.value(from: Array(Data(contentsOf: file)), depth: 64).arrayValue ?? []
    return try frames.filter { $0["direction"]?.stringValue == direction }.map { frame in
      FrameFixture(
        name: try #require(frame["name"]?.stringValue), bytes: try #require(frame["bytes"]?.stringValue),
        message: frame["message"], error: frame["error"]?.stringValue,
        isCanonical: frame["canonical"] != false)
    }
  }
}
