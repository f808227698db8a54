/// The file that a page may fetch with a ticket.
package enum Download {
  /// A file that the document shows.
  case file(UploadedFile)
  /// Code of a model makes it.
  case made(name: String, type: String, by: any NavigationModel, BodyStream)
}

/// The files that the models of a graph show, and the downloads that they have begun, by their tickets.
struct Downloads {
  private struct Shown {
    let ticket: String
    /// Whether the rendering that is underway, or was the last, shows it.
    var isCurrent = true
  }

  private struct Made {
    let ticket: String
    weak var model: (any NavigationModel)?
    let id: String
    let name: String
    let type: String
    let stream: BodyStream
  }

  /// By the models that show them.
  private var shown: [String: [UploadedFile: Shown]] = [:]
  private var made: [Made] = []
  private static let mostMade = 16
  /// How long a download waits for a page to fetch it, in milliseconds.
  static let time: Int64 = 60_000

  private var isEmpty: Bool { shown.isEmpty && made.isEmpty }

  /// The ticket of a file that a model shows, which it keeps as long as the model shows it.
  ///
  /// - Parameter place: The beginning of the ticket.
  mutating func ticket(of file: UploadedFile, shownBy model: String, _ place: String) -> String {
    let ticket = shown[model]?[file]?.ticket ?? Ticket.make(at: place)
    shown[model, default: [:]][file] = Shown(ticket: ticket)
    return ticket
  }

  /// The body of a model is rendered.
  mutating func rendering(_ model: String) {
    guard !shown.isEmpty, let files = shown[model]?.keys else { return }
    for file in files { shown[model]?[file]?.isCurrent = false }
  }

  /// Forgets files that the model does not show any more.
  mutating func rendered(_ model: String) {
    guard !shown.isEmpty, let files = shown[model] else { return }
    let current = files.filter(\.value.isCurrent)
    shown[model] = current.isEmpty ? nil : current
  }

  /// Begins a download. The oldest of those that no page has fetched is given up if there are too many.
  mutating func begin(
    _ name: String, _ type: String, _ stream: BodyStream, by model: any NavigationModel, _ place: String
  ) -> String {
    if made.count >= Self.mostMade { made.removeFirst() }
    let ticket = Ticket.make(at: place)
    made.append(Made(ticket: ticket, model: model, id: model._node.id, name: name, type: type, stream: stream))
    return ticket
  }

  /// The file that a ticket is for.
  ///
  /// - Parameter isTaken: Whether what is made is fetched, which is possible once.
  mutating func download(_ ticket: String, isTaken: Bool) -> Download? {
    guard !isEmpty else { return nil }
    for files in shown.values {
      if let found = files.first(where: { $0.value.ticket == ticket }) { return .file(found.key) }
    }
    guard let index = made.firstIndex(where: { $0.ticket == ticket }) else { return nil }
    let found = made[index]
    if isTaken { made.remove(at: index) }
    return found.model.map { .made(name: found.name, type: found.type, by: $0, found.stream) }
  }

  mutating func forget(_ ticket: String) { made.removeAll { $0.ticket == ticket } }

  /// Forgets those of these models, or all.
  mutating func end(of models: Set<String>? = nil) {
    guard !isEmpty else { return }
    guard let models else { return self = Downloads() }
    for model in models { shown[model] = nil }
    made.removeAll { models.contains($0.id) }
  }
}

/// The texts that let a page's user fetch or send a file.
enum Ticket {
  /// 128 random bits after the place to which they lead, in a process with several hubs.
  static func make(at place: String) -> String { place + String(UInt128.random(in: .min ... .max), radix: 36) }
}

/// The addresses at which pages fetch files: `/file/<ticket>/<name>`.
package enum FileAddress {
  private static let prefix = "/file/"

  /// The address has the name for the people who see it; the server does not read it.
  static func path(_ ticket: String, _ name: String) -> String { "\(prefix)\(ticket)/\(PercentEncoding.encode(name))" }

  /// The ticket in a path; `nil` for any other path.
  package static func ticket(in path: String) -> String? {
    guard path.utf8.starts(with: prefix.utf8) else { return nil }
    return String(Substring(path.utf8.dropFirst(prefix.utf8.count).prefix { $0 != UInt8(ascii: "/") }))
  }
}
