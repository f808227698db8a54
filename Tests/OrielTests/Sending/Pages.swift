import Oriel
import OrielTesting

/// A value that says itself how the queue goes on behind it.
struct SentPage: Codable, Equatable {
  enum Resume: String, Codable {
    case auto, immediately, later, inserting, appending, replacing, pause, cancel, returning, failing
  }

  var number: Int
  var resume = Resume.immediately

  init(_ number: Int, _ resume: Resume = .immediately) {
    self.number = number
    self.resume = resume
  }
}

struct PageError: Error {}

/// What nobody receives.
struct Nobody: Codable {}

/// A value's own way of saying how the queue goes on.
struct SlowPage: Codable, ReceiveResuming {
  var receiveResumeType: ReceiveResume { .after(.seconds(2)) }
}

/// The root of a stack that pushes the pages it receives.
@NavigationModel
final class BookModel {
  var selected = 0
  var log: [String] = []

  init() {}

  func start() {
    navigationCheckpoint(.home)
    onNavigationReceive { (page: SentPage) in try self.turn(to: page) }
    onNavigationReceive { (_: SlowPage) in
      self.log.append("slow")
      return .auto
    }
    onNavigationReceive(assign: \.selected)
  }

  private func turn(to page: SentPage) throws -> ReceiveResume {
    if page.resume == .failing { throw PageError() }
    log.append("\(page.number)")
    push(PageModel(page.number))
    return switch page.resume {
    case .auto, .failing: .auto
    case .immediately: .immediately
    case .later: .after(.seconds(3))
    case .inserting: .inserting([SentPage(page.number * 10), SentPage(page.number * 10 + 1)])
    case .appending: .appending([SentPage(page.number * 10)])
    case .replacing: .replacing([SentPage(page.number * 10)])
    case .pause: .pause
    case .cancel: .cancel
    case .returning: .returnTo(NavigationCheckpoint<Void>.home)
    }
  }

  var body: some View { Text("book") }
}

@NavigationModel
final class PageModel {
  let number: Int
  init(_ number: Int) { self.number = number }
  var body: some View { Text("page \(number)") }
}

/// A window with a book.
struct Reading {
  let book: BookModel
  let stack: DefaultStackRootNavigationModel
  let window: TestWindow

  init() throws {
    let book = BookModel()
    let stack = DefaultStackRootNavigationModel(path: [StackNavigationModel(book)])
    self.book = book
    self.stack = stack
    window = try TestWindow(stack)
  }

  var pages: [Int] { stack.path.compactMap { ($0.model as? PageModel)?.number } }
  var warnings: [String] { window.server.warnings }

  func advance(_ duration: Duration) throws { try window.server.advance(by: duration) }
}
