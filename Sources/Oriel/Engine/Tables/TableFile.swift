import Synchronization

/// How the rows of a table are written to a file.
enum TableFileFormat: String {
  case csv, tsv

  /// The format that a name asks for by its ending.
  init(ofFile name: String) { self = name.lowercased().hasSuffix(".tsv") ? .tsv : .csv }

  var mediaType: String {
    switch self {
    case .csv: "text/csv"
    case .tsv: "text/tab-separated-values"
    }
  }

  /// The name with the ending of the format.
  func named(_ name: String) -> String { name.lowercased().hasSuffix(".\(rawValue)") ? name : "\(name).\(rawValue)" }

  /// The bytes before the first line. Excel takes a CSV file without a byte order mark for one in the code page of its system.
  /// TSV is what other programs read, and they would take the mark for a part of the first title.
  var prefix: [UInt8] { self == .csv ? [0xEF, 0xBB, 0xBF] : [] }

  func line(_ texts: [String]) -> [UInt8] {
    let texts = texts.map(safe)
    switch self {
    case .csv:
      var line: [UInt8] = []
      line.append(csvRow: texts)
      return line
    case .tsv:
      let fields = texts.map { text in String(String.UnicodeScalarView(text.unicodeScalars.map(Self.withoutBreak))) }
      return Array(fields.joined(separator: "\t").utf8) + [UInt8(ascii: "\n")]
    }
  }

  private static func withoutBreak(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar {
    case "\t", "\n", "\u{B}", "\u{C}", "\r", "\u{85}", "\u{2028}", "\u{2029}": " "
    default: scalar
    }
  }

  // MARK: Formulas

  /// The text with an apostrophe before it, if a spreadsheet would take it for a formula (OWASP, *CSV Injection*).
  private func safe(_ text: String) -> String {
    // In some languages, spreadsheets divide lines at semicolons.
    let text = text.contains(";") ? Self.guarded(text) : text
    return switch text.unicodeScalars.first {
    case "=", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n": "'" + text
    case "+", "-": Self.isNumber(text.unicodeScalars.dropFirst()) ? text : "'" + text
    // TSV has no quotes, but spreadsheets take them off, and then see what is behind them.
    case "\"" where self == .tsv: "'" + text
    default: text
    }
  }

  private static func guarded(_ text: String) -> String {
    let parts = text.split(separator: ";", omittingEmptySubsequences: false)
    return parts.enumerated().map { place, part in
      place > 0 && part.first.map("=+-@＝＋－＠".contains) == true ? "'" + part : String(part)
    }.joined(separator: ";")
  }

  /// Whether these are the digits of a number in any language's format, perhaps with a percent sign.
  private static func isNumber(_ scalars: Substring.UnicodeScalarView) -> Bool {
    var scalars = scalars
    if scalars.last == "%" { scalars = scalars.dropLast() }
    if scalars.last.map(isSpace) == true { scalars = scalars.dropLast() }
    guard let first = scalars.first, let last = scalars.last, isDigit(first), isDigit(last) else { return false }
    return scalars.allSatisfy { isDigit($0) || isSpace($0) || [".", ",", "'", "’"].contains($0) }
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { "0"..."9" ~= scalar }
  /// Those that formats put into numbers.
  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar == "\u{A0}" || scalar == "\u{202F}" }
}

/// The bytes of a file of rows. It is whole before it is offered, and kept until a page has fetched it.
final class TableFile {
  private static let bytesOfAll = Atomic<Int>(0)

  let format: TableFileFormat
  private(set) var pieces: [[UInt8]] = []
  private var rows = -1
  private var bytes = 0

  private static var pieceLength: Int { 64 << 10 }

  init(_ format: TableFileFormat, titles: [String]) throws(Refusal) {
    self.format = format
    pieces = [format.prefix]
    try append(titles)
  }

  deinit { Self.bytesOfAll.subtract(bytes, ordering: .relaxed) }

  /// The reason why there is no file. Its text is one of Oriel's own.
  struct Refusal: Error, Equatable {
    let text: String

    static let tooManyRows = Refusal(text: "A file has room for 1,000,000 rows. Filter the table first")
    static let tooManyBytes = Refusal(text: "A file has room for 64 MiB. Filter the table first")
    static let tooManyFiles = Refusal(text: "Too many files are being made. Try again in a minute")
    static let failed = Refusal(text: "The file could not be made")
  }

  func append(_ texts: [String]) throws(Refusal) {
    rows += 1
    guard rows <= TableLimits.fileRows else { throw .tooManyRows }
    // Before a text of any length is copied.
    guard bytes + texts.reduce(0, { $0 + $1.utf8.count }) <= TableLimits.fileBytes else { throw .tooManyBytes }
    let line = format.line(texts)
    try claim(line.count)
    if pieces[pieces.count - 1].count + line.count > Self.pieceLength { pieces.append([]) }
    pieces[pieces.count - 1] += line
  }

  /// Counts bytes among those of all files of the process.
  func claim(_ count: Int) throws(Refusal) {
    guard bytes + count <= TableLimits.fileBytes else { throw .tooManyBytes }
    bytes += count
    let all = Self.bytesOfAll.add(count, ordering: .relaxed).newValue
    guard all <= TableLimits.fileBytesOfAll else { throw .tooManyFiles }
  }
}

/// Has the page save a file of all rows of a table. It is made in pieces, between which others have their turns.
struct TableDownload<Row: Identifiable> {
  let name: String
  let titles: [String]
  /// `nil` if they are read page after page.
  let rows: (any TableRows<Row>)?
  let data: any TableData<Row>
  let order: TableOrder<Row>
  let texts: (Row) -> [String]
  let model: any NavigationModel

  /// Milliseconds that a piece takes, and its most rows.
  private static var pieceTime: Int64 { 2 }
  private static var pieceRows: Int { 1000 }
  /// Milliseconds that a source may take for a page.
  private static var patience: Int64 { 10_000 }
  /// Milliseconds between two notifications of how far it is.
  private static var progressTime: Int64 { 1000 }

  /// Ends when the page has been told to fetch the file, or the user why there is none.
  ///
  /// - Throws: A refusal of the press itself; `CancellationError` if the model or its window has ended.
  func run() async throws {
    guard let host = model._node.graph?.acting?.host else { return }
    if let rows, rows.count > TableLimits.fileRows { throw refusal(.tooManyRows) }
    // The press is answered now.
    try await pause(on: host)
    do {
      let file = try TableFile(TableFileFormat(ofFile: name), titles: titles)
      let progress = Progress(since: host.now)
      if let rows {
        try await write(Piece(rows: rows, done: 0, count: rows.count), to: file, progress, on: host)
      } else {
        try await read(to: file, progress, on: host)
      }
      offer(file)
      if progress.isShown { notify(.notify(name, tone: .success, tag: tag)) }
    } catch let refusal as TableFile.Refusal {
      notify(.notify(name, body: ownText(refusal), tone: .danger, tag: tag))
    } catch let problem as Problem {
      notify(.notify(name, body: problem.text, tone: .danger, tag: tag))
    }
  }

  private func offer(_ file: TableFile) {
    model.download(name: file.format.named(name), type: file.format.mediaType) { writer in
      for piece in file.pieces { try await writer.write(piece) }
    }
  }

  // MARK: Rows

  /// Rows that follow those which are done, of a number that may be unknown.
  private struct Piece {
    let rows: any TableRows<Row>
    let done: Int
    let count: Int?
  }

  private func write(
    _ piece: Piece, to file: TableFile, _ progress: Progress, on host: any GraphHost
  ) async throws {
    var rank = 0
    while rank < piece.rows.count {
      try speaking(as: host) { try append(piece.rows, from: &rank, to: file, on: host) }
      show(piece.done + rank, of: piece.count, progress, on: host)
      try await pause(on: host)
    }
  }

  private func append(
    _ rows: any TableRows<Row>, from rank: inout Int, to file: TableFile, on host: any GraphHost
  ) throws {
    let (start, end) = (host.now, min(rank + Self.pieceRows, rows.count))
    repeat {
      try file.append(texts(rows[rank]))
      rank += 1
    } while rank < end && host.now - start < Self.pieceTime
  }

  /// Reads the pages of a source until one is not full.
  private func read(to file: TableFile, _ progress: Progress, on host: any GraphHost) async throws {
    var (first, last): (Int, Row?) = (0, nil)
    while true {
      let range = first..<first + TableLimits.requestedRows
      let page = try await page(range, after: last, on: host)
      if let count = page.count, count > TableLimits.fileRows { throw TableFile.Refusal.tooManyRows }
      let rows = page.rows.prefix(range.count)
      let listed = ListedRows(Array(rows), sortedBy: [])
      try await write(Piece(rows: listed, done: first, count: page.count), to: file, progress, on: host)
      guard rows.count == range.count, page.count.map({ $0 > range.upperBound }) ?? true else { return }
      (first, last) = (range.upperBound, rows.last)
    }
  }

  private func page(_ range: Range<Int>, after last: Row?, on host: any GraphHost) async throws -> LoadedPage<Row> {
    let answer = Answer()
    try await wait { end in
      // What keeps the wait is the timer, which is dropped when the window has ended.
      answer.timer = host.schedule(after: Self.patience) { end() }
      weak let end = end
      // No capture list: a closure with one is not taken for `nonisolated(nonsending)` (Swift 6.3), and would leave the hub.
      answer.task = model.task {
        do {
          answer.result = .success(try await data.tablePage(range, after: last, order))
        } catch {
          answer.result = .failure(error)
        }
        end?()
      }
    }
    answer.timer?.cancel()
    answer.task?.cancel()
    try checkIsWanted()
    switch answer.result {
    case .success(let page?): return page
    case .failure(let problem as Problem): throw problem
    case .failure(let error): throw failed("\(error)", on: host)
    case nil: throw failed("it has not answered within 10 seconds", on: host)
    case .success(nil): throw TableFile.Refusal.failed
    }
  }

  private func failed(_ reason: String, on host: any GraphHost) -> TableFile.Refusal {
    host.report(.failed, model: model._node.id, "The source of a table’s file failed: \(reason)", ["error": reason])
    return .failed
  }

  /// The answer of a source.
  private final class Answer {
    var result: Result<LoadedPage<Row>?, any Error>?
    var task: TaskHandle?
    var timer: GraphTimer?
  }

  // MARK: Waiting

  private func pause(on host: any GraphHost) async throws {
    try await wait { end in host.schedule(after: 0) { end() } }
    try checkIsWanted()
  }

  private func checkIsWanted() throws {
    guard let acting = model._node.graph?.acting, !acting.isFinished else { throw CancellationError() }
  }

  private func wait(_ begin: (WaitEnd) -> Void) async throws {
    let wait = Self.wait(begin)
    try await withCheckedThrowingContinuation { wait.begin($0) }
  }

  private static func wait(_ begin: (WaitEnd) -> Void) -> CancellableWait {
    let end = WaitEnd()
    begin(end)
    return end.wait
  }

  // MARK: The user

  private var tag: String { "oriel.\(model._node.id).\(name)" }

  private func speaking<Result>(as host: any GraphHost, _ body: () throws -> Result) rethrows -> Result {
    guard let client = model._node.graph?.host.environment.client else { return try body() }
    return try client.speaking(host.environment.client.currentLocale, body)
  }

  private func refusal(_ refusal: TableFile.Refusal) -> EventRefusal { .notExecutable(refusal.text) }

  private func ownText(_ refusal: TableFile.Refusal) -> String {
    model._node.graph?.acting?.host.environment.ownText(LocalizedStringKey(refusal.text)) ?? refusal.text
  }

  /// How much of a file the user has been told.
  private final class Progress {
    var shownAt: Int64
    var isShown = false

    init(since time: Int64) { shownAt = time }
  }

  private func show(_ done: Int, of count: Int?, _ progress: Progress, on host: any GraphHost) {
    guard host.now - progress.shownAt >= Self.progressTime else { return }
    (progress.shownAt, progress.isShown) = (host.now, true)
    notify(.notify(name, tag: tag, progress: count.map { Double(done) / Double(max($0, 1)) } ?? 0))
  }

  /// It tells what happens now, which is not worth a write.
  private func notify(_ trigger: EnvironmentTrigger) {
    model._node.graph?.acting?.perform(.sendTrigger(trigger.secret))
  }
}

/// Rows that a source has read, and the number of all, if it is known.
struct LoadedPage<Row> {
  let rows: [Row]
  let count: Int?
}

/// Ends a wait when it is called, or by a cancellation when nothing is left to call it.
private final class WaitEnd {
  let wait = CancellableWait()

  func callAsFunction() { wait.end(.success(())) }
  deinit { wait.end(.failure(CancellationError())) }
}
