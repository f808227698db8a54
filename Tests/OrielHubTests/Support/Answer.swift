import OrielTesting

@testable import OrielHub

/// What a hub has answered, at once or later.
final class Answer<Value> {
  var value: Value?
}

extension TestServer {
  /// Asks a hub.
  ///
  /// - Returns: The answer; `nil` if there is none yet.
  func ask<Value>(
    on index: Int? = nil, _ question: nonisolated(nonsending) @escaping (WindowHub) async -> Value
  ) throws -> Value? {
    let answer = Answer<Value>()
    try step((answer, question), on: index) { hub, asked in
      let (answer, question) = asked
      hub.performNow { answer.value = await question(hub) }
    }
    return answer.value
  }
}
