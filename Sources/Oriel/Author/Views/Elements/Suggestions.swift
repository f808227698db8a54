import Observation

/// The items that a ``ComboBox`` suggests: the answers of a source to the text that its user types.
///
/// ```swift
/// @Transient var customers = Suggestions { text in try await directory.customers(matching: text) }
/// ```
/// The newest question wins: an answer that comes after a newer question was asked is dropped. Of a source that takes long,
/// up to ``atOnce`` calls run; the newest question waits for one of them to end.
///
/// It belongs to the hub, as the model that has it does.
@Observable
public final class Suggestions<Item: Identifiable> {
  /// The answer to the newest question that has one.
  public private(set) var items: [Item] = []
  /// The text that the user has typed and not yet replaced by a choice; `nil` if there is none.
  public private(set) var text: String?
  /// The question that `items` answers.
  private(set) var answered: String?
  /// Whether the source is being asked.
  public private(set) var isSearching = false
  /// Why the newest question has no answer; `nil` if it has one, or waits for it.
  public private(set) var error: (any Error)?

  @ObservationIgnored private let source: nonisolated(nonsending) (String) async throws -> [Item]
  /// Counts the questions.
  @ObservationIgnored private var asked = 0
  @ObservationIgnored private var running = 0
  /// The newest question, while too many run.
  @ObservationIgnored private var waiting: String?
  /// Called with the answer to the newest question, if its user has left the field.
  @ObservationIgnored private var onAnswer: (() -> Void)?

  /// How many calls of a source run at the same time.
  public static var atOnce: Int { 4 }

  /// - Parameter source: Called on the hub with what was typed, also with an empty text. It returns the best suggestion first; of many,
  ///   the first 50 are shown. An error is logged, and the field says that nothing could be found.
  public init(_ source: nonisolated(nonsending) @escaping (String) async throws -> [Item]) { self.source = source }

  /// The user has typed this.
  nonisolated(nonsending) func ask(_ text: String) async throws {
    asked += 1
    (self.text, isSearching, error, onAnswer) = (text, true, nil, nil)
    guard running < Self.atOnce else { return waiting = text }
    running += 1
    defer { running -= 1 }
    try await answer(text)
    while let next = waiting {
      waiting = nil
      try await answer(next)
    }
  }

  private nonisolated(nonsending) func answer(_ text: String) async throws {
    let number = asked
    do {
      let found = try await source(text)
      guard number == asked else { return }
      (items, answered, isSearching) = (found, text, false)
      onAnswer?()
      onAnswer = nil
    } catch {
      guard number == asked else { return }
      (items, answered, isSearching, self.error) = ([], nil, false, error)
      throw error
    }
  }

  /// The user has left the field with this text.
  ///
  /// - Parameter match: Called when the answer to it is there.
  func left(_ text: String, then match: @escaping () -> Void) {
    self.text = text
    if isSearching { onAnswer = match } else if answered == text { match() }
  }

  /// The user has made a choice, or has emptied the field.
  func finish() {
    asked += 1
    (text, answered, isSearching, error, onAnswer, waiting) = (nil, nil, false, nil, nil, nil)
  }
}
