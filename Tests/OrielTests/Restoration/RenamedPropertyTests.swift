import OrielDocument
import OrielTesting
import Testing

@testable import Oriel

/// A property that has got another name, and no migration that says so, is told of before its value is lost.
struct RenamedPropertyTests {
  private let window: TestWindow

  init() throws {
    window = try TestWindow(.stacked(RenamedSearchModel()))
  }

  @Test func `another name is reported once`() throws {
    var issues: [String] = []
    for _ in 1...2 {
      issues += try Restart(window) { $0["m2"] = $0["m2"]?.replacing(#""text":"#, with: #""query":"#) }.issues
    }
    #expect(
      issues == [
        """
        RenamedSearchModel m2 was saved with different properties: what was saved as “query” is no longer read, and nothing was saved as \
        “text”: if these are the new names, say so in migrations before the values are lost
        """
      ])
  }

  @Test func `a property that is only new, or only gone, is not`() throws {
    let properties = #""properties":{"text":"","limit":3}"#
    for old in [#""properties":{"limit":3}"#, #""properties":{"text":"","limit":3,"order":1}"#] {
      #expect(try Restart(window) { $0["m2"] = $0["m2"]?.replacing(properties, with: old) }.issues == [])
    }
  }

  @Test func `what a migration leaves behind is not`() {
    let reader = _SavedReader(properties: ["text": "", "isWide": true], models: RestoringNothing())
    let _: String? = try? reader.value(for: "text")
    #expect(reader.forgotten == nil)
  }
}

@NavigationModel
private final class RenamedSearchModel {
  var text = ""
  var limit = 3

  init() {}

  var body: some View { Text(text) }
}

private final class RestoringNothing: ModelRestoring {
  let types = SavedTypes()
  func restoredModel(_ id: String) throws -> any NavigationModel { throw SavedError.unknownModel(id) }
  func newTab(_ id: String) -> TabModel? { nil }
}
