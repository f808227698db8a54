import CMD4C
import Oriel

/// Makes views of what md4c finds in a text.
final class MarkdownReader {
  private enum Container {
    case document, quote, point
    case points(start: Int?)
    case text(heading: Int?)
    case code(language: String?)
    case table, tableRow
  }

  private struct Frame {
    var container: Container
    var views: [any View] = []
    var runs: [TextRun] = []
    var code = ""
    /// Of a table.
    var titles: [String] = []
    var rows: [[any View]] = []
  }

  private static let deepest = 16
  private static let mostBlocks = 2000
  private static let flags = UInt32(
    MD_FLAG_PERMISSIVEEMAILAUTOLINKS | MD_FLAG_PERMISSIVEURLAUTOLINKS | MD_FLAG_PERMISSIVEWWWAUTOLINKS | MD_FLAG_TABLES
      | MD_FLAG_STRIKETHROUGH | MD_FLAG_TASKLISTS | MD_FLAG_NOHTMLBLOCKS | MD_FLAG_NOHTMLSPANS)

  private var frames = [Frame(container: .document)]
  /// The containers that are too deep to be shown as such.
  private var flattened = 0
  private var blocks = 0
  private var isCut = false
  private var (bold, italic, struck, code) = (0, 0, 0, 0)
  private var urls: [String?] = []

  static func views(of text: String) -> ViewList {
    let reader = MarkdownReader()
    var text = text
    reader.isCut = text.utf8.count > Markdown.longest
    if reader.isCut { text = String(decoding: text.utf8.prefix(Markdown.longest), as: UTF8.self) }
    reader.read(&text)
    while reader.frames.count > 1 { reader.leave() }
    var views = reader.frames[0].views
    if reader.isCut { views.append(RunningText([TextRun("…", styles: [], url: nil)])) }
    return ViewBuilder.list(views)
  }

  private func read(_ text: inout String) {
    var parser = MD_PARSER()
    parser.flags = Self.flags
    parser.enter_block = { type, detail, reader in MarkdownReader.of(reader).enter(type, detail) }
    parser.leave_block = { type, _, reader in MarkdownReader.of(reader).leave(type) }
    parser.enter_span = { type, detail, reader in MarkdownReader.of(reader).enter(type, detail) }
    parser.leave_span = { type, _, reader in MarkdownReader.of(reader).leave(type) }
    parser.text = { type, text, size, reader in
      MarkdownReader.of(reader).add(type, MarkdownReader.string(text, size))
      return 0
    }
    let reader = Unmanaged.passUnretained(self).toOpaque()
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { chars in
        // It fails only if a callback ends it, or without memory.
        _ = md_parse(chars.baseAddress, UInt32(chars.count), &parser, reader)
      }
    }
  }

  private static func of(_ pointer: UnsafeMutableRawPointer?) -> MarkdownReader {
    Unmanaged<MarkdownReader>.fromOpaque(pointer!).takeUnretainedValue()
  }

  private static func string(_ text: UnsafePointer<CChar>?, _ size: UInt32) -> String {
    let bytes = UnsafeBufferPointer(start: text, count: Int(size))
    return bytes.withMemoryRebound(to: UInt8.self) { String(decoding: $0, as: UTF8.self) }
  }

  private static func string(_ attribute: MD_ATTRIBUTE) -> String { string(attribute.text, attribute.size) }

  // MARK: Blocks

  private func enter(_ type: MD_BLOCKTYPE, _ detail: UnsafeMutableRawPointer?) -> CInt {
    blocks += 1
    guard blocks <= Self.mostBlocks else {
      isCut = true
      return 1
    }
    switch type {
    case MD_BLOCK_QUOTE: open(.quote)
    case MD_BLOCK_UL: open(.points(start: nil))
    case MD_BLOCK_OL: open(.points(start: Int(detail!.load(as: MD_BLOCK_OL_DETAIL.self).start)))
    case MD_BLOCK_LI:
      open(.point)
      let item = detail!.load(as: MD_BLOCK_LI_DETAIL.self)
      if item.is_task != 0 { add(MD_TEXT_NORMAL, item.task_mark == 0x20 ? "☐ " : "☑ ") }
    case MD_BLOCK_HR: frames[frames.count - 1].views.append(Divider())
    case MD_BLOCK_H: push(.text(heading: Int(detail!.load(as: MD_BLOCK_H_DETAIL.self).level)))
    case MD_BLOCK_P: push(.text(heading: nil))
    case MD_BLOCK_CODE:
      let language = Self.string(detail!.load(as: MD_BLOCK_CODE_DETAIL.self).lang)
      push(.code(language: language.isEmpty ? nil : language))
    case MD_BLOCK_TABLE: push(.table)
    case MD_BLOCK_TR: push(.tableRow)
    case MD_BLOCK_TH, MD_BLOCK_TD: push(.text(heading: nil))
    default: break
    }
    return 0
  }

  private func leave(_ type: MD_BLOCKTYPE) -> CInt {
    switch type {
    case MD_BLOCK_QUOTE, MD_BLOCK_UL, MD_BLOCK_OL, MD_BLOCK_LI:
      if flattened > 0 {
        finishText()
        flattened -= 1
      } else {
        leave()
      }
    case MD_BLOCK_H, MD_BLOCK_P, MD_BLOCK_CODE, MD_BLOCK_TABLE, MD_BLOCK_TR, MD_BLOCK_TH, MD_BLOCK_TD: leave()
    default: break
    }
    return 0
  }

  /// A container of blocks.
  private func open(_ container: Container) {
    finishText()
    if flattened > 0 || frames.count > Self.deepest { flattened += 1 } else { push(container) }
  }

  private func push(_ container: Container) {
    finishText()
    frames.append(Frame(container: container))
  }

  /// The text of a point of a tight list belongs to no paragraph.
  private func finishText() {
    let place = frames.count - 1
    guard !frames[place].runs.isEmpty else { return }
    switch frames[place].container {
    case .document, .quote, .point, .points:
      frames[place].views.append(RunningText(frames[place].runs))
      frames[place].runs = []
    case .text, .code, .table, .tableRow: break
    }
  }

  private func leave() {
    finishText()
    let frame = frames.removeLast()
    let place = frames.count - 1
    switch frame.container {
    case .document: break
    case .quote: frames[place].views.append(QuoteBlock(frame.views))
    case .points(let start): frames[place].views.append(PointList(start: start, frame.views))
    case .point:
      frames[place].views.append(frame.views.count == 1 ? frame.views[0] : VStack { ViewBuilder.list(frame.views) })
    case .text(let heading):
      let text = RunningText(frame.runs, heading: heading)
      if case .tableRow = frames[place].container { frames[place].titles.append(frame.runs.map(\.text).joined()) }
      frames[place].views.append(text)
    case .code(let language): frames[place].views.append(CodeBlock(frame.code.trimmingEnd, language: language))
    case .tableRow:
      if frames[place].titles.isEmpty {
        frames[place].titles = frame.titles
      } else {
        frames[place].rows.append(frame.views)
      }
    case .table: frames[place].views.append(TextTable(frame.titles, frame.rows))
    }
  }

  // MARK: Texts

  private func enter(_ type: MD_SPANTYPE, _ detail: UnsafeMutableRawPointer?) -> CInt {
    switch type {
    case MD_SPAN_EM: italic += 1
    case MD_SPAN_STRONG: bold += 1
    case MD_SPAN_DEL: struck += 1
    case MD_SPAN_CODE: code += 1
    case MD_SPAN_A: urls.append(Self.string(detail!.load(as: MD_SPAN_A_DETAIL.self).href))
    case MD_SPAN_IMG: urls.append(urls.last ?? Self.string(detail!.load(as: MD_SPAN_IMG_DETAIL.self).src))
    default: break
    }
    return 0
  }

  private func leave(_ type: MD_SPANTYPE) -> CInt {
    switch type {
    case MD_SPAN_EM: italic -= 1
    case MD_SPAN_STRONG: bold -= 1
    case MD_SPAN_DEL: struck -= 1
    case MD_SPAN_CODE: code -= 1
    case MD_SPAN_A, MD_SPAN_IMG: urls.removeLast()
    default: break
    }
    return 0
  }

  private func add(_ type: MD_TEXTTYPE, _ text: String) {
    let place = frames.count - 1
    if case .code = frames[place].container { return frames[place].code += text }
    let text =
      switch type {
      case MD_TEXT_NULLCHAR: "\u{FFFD}"
      case MD_TEXT_BR: "\n"
      case MD_TEXT_SOFTBR: " "
      case MD_TEXT_ENTITY: Entities.text(of: text)
      default: text
      }
    var styles: [StyleToken] = []
    if bold > 0 { styles.append(.bold) }
    if italic > 0 { styles.append(.italic) }
    if struck > 0 { styles.append(.strikethrough) }
    if code > 0 { styles.append(.mono) }
    let run = TextRun(text, styles: styles, url: urls.last ?? nil)
    if let last = frames[place].runs.last, run.continues(last) {
      frames[place].runs[frames[place].runs.count - 1].text += text
    } else {
      frames[place].runs.append(run)
    }
  }
}

extension String {
  /// Without the line break at its end.
  fileprivate var trimmingEnd: String { hasSuffix("\n") ? String(dropLast()) : self }
}
