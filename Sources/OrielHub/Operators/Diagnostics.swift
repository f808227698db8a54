import Logging
import Oriel

/// Reports notices to the log, the app and other listeners. Used on the hub only.
final class Diagnostics {
  let logger: Logger
  private let scheduler: any Scheduler
  private var lines = LineLimit()
  private let verbosity: NavigationVerbosity
  /// The log's level may change while the server runs.
  private var logged: NavigationVerbosity { logger.logLevel <= .debug ? .info : verbosity }
  private let notifyApp: (NavigationNotice) -> Void
  /// The latest warnings, errors and refused events, for operators.
  private(set) var problems = RecentProblems()
  /// The id of the operator who is currently acting.
  var operatorID: String?
  /// Receives every notice, regardless of the app's verbosity.
  var listener: ((NavigationNotice) -> Void)?

  init(of app: some WindowApp, _ logger: Logger, _ scheduler: any Scheduler) {
    self.logger = logger
    self.scheduler = scheduler
    verbosity = app.verbosity
    notifyApp = { app.navigationNotice($0) }
  }

  func isObserved(at level: NavigationVerbosity) -> Bool {
    level >= logged || level >= verbosity || listener != nil || operatorID != nil
  }

  func report(_ notice: NavigationNotice, in window: WindowID) {
    var notice = notice
    notice.window = window
    if let operatorID { notice.details["operator"] = operatorID }
    if notice.level >= .warning {
      problems.note(
        notice.likeness, notice.kind.rawValue, isError: notice.level >= .error, notice.message, in: window,
        at: scheduler.wallTime)
    }
    if notice.level >= logged { log(notice) }
    if notice.level >= verbosity { notifyApp(notice) }
    listener?(notice)
  }

  /// An event was refused. One whose handler has failed is a notice already.
  func refused(
    _ event: WindowEvent, _ refusal: WindowHub.Failure, on model: (any NavigationModel)?, in window: WindowID
  ) {
    guard refusal.code != .failed else { return }
    let subject = model.map { TypeName.of(type(of: $0)).short } ?? ""
    problems.note(
      "rejected \(refusal.code.rawValue) \(subject)", "rejected", isError: false,
      "\(event.name) on \(subject.isEmpty ? "a screen that is gone" : subject): \(refusal.message)", in: window,
      at: scheduler.wallTime)
  }

  /// Warnings and errors come again with each turn, and from each window: a line a minute stands for those that are
  /// alike.
  private func log(_ notice: NavigationNotice) {
    var repeats = LineLimit.Repeats()
    if notice.level >= .warning {
      guard let admitted = lines.admit(notice.likeness, value: notice.milliseconds, now: scheduler.now) else { return }
      repeats = admitted
    }
    var metadata: Logger.Metadata = notice.details.mapValues { "\($0)" }
    metadata["event"] = "\(notice.kind)"
    metadata["window"] = "\(notice.window.rawValue.prefix(8))…"
    if !notice.model.isEmpty { metadata["model"] = "\(notice.model)" }
    if !notice.type.isEmpty { metadata["type"] = "\(notice.type)" }
    logger.log(level: Logger.Level(notice.level), "\(notice)\(repeats.words)", metadata: metadata)
  }
}

extension LineLimit.Repeats {
  /// The end of the line that also stands for them.
  var words: String {
    guard count > 0 else { return "" }
    let longest = largest > 0 ? ", the longest \(largest) ms" : ""
    return " (and \(count) more since the last such line\(longest))"
  }
}

extension NavigationNotice {
  /// A key that is equal for similar warnings: those about slowness or size differ only in the figures and the model, and
  /// what a page wrote into its address must not make a key.
  fileprivate var likeness: String {
    switch kind {
    case .slowBody, .slowTurn, .tooLarge, .exceeded: "\(kind) \(type)"
    case .unknownURL: "\(kind)"
    default: "\(kind) \(message.prefix(scalars: 200))"
    }
  }

  fileprivate var milliseconds: Int64 { details["milliseconds"].flatMap { Int64($0) } ?? 0 }
}

extension Logger.Level {
  fileprivate init(_ level: NavigationVerbosity) {
    switch level {
    case .info, .none: self = .info
    case .warning: self = .warning
    case .error: self = .error
    }
  }
}
