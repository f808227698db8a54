import OrielDocument

/// The messages in the order of their members. Verbs come first, so that a reader of a log sees them.
extension JSONWriter {
  mutating func message(_ verb: StaticString, _ write: (inout JSONWriter) -> Void) {
    object {
      $0.key(verb)
      write(&$0)
    }
  }

  mutating func state(_ document: any JSONWritable, rev: Int, applied: Int) {
    message("state") {
      document.write(to: &$0)
      $0.member("rev", rev)
      $0.member("applied", applied)
    }
  }

  mutating func patch(_ patch: any JSONWritable, rev: Int, base: Int, applied: Int?) {
    message("patch") {
      patch.write(to: &$0)
      $0.member("rev", rev)
      $0.base(base, before: rev)
      $0.member("applied", applied)
    }
  }

  mutating func rejected(event: Int, _ code: EventRefusalCode, message: String, applied: Int) {
    self.message("rejected") {
      $0.object {
        $0.member("event", event)
        $0.member("code", code.rawValue)
        $0.member("message", message)
      }
      $0.member("applied", applied)
    }
  }

  mutating func trigger(id: String, kind: String, payload: JSONValue, expires: Int64) {
    message("trigger") {
      $0.object {
        $0.member("id", id)
        $0.member("kind", kind)
        $0.key("payload")
        $0.write(payload)
        $0.member("expires", Int(expires))
      }
    }
  }

  mutating func shared(_ update: SharedUpdate) {
    message("shared") {
      $0.object {
        $0.member("document", update.document)
        $0.content(update.content, rev: update.rev)
      }
    }
  }

  /// A document beside the window's.
  private mutating func content(_ content: SharedUpdate.Content, rev: Int) {
    member("rev", rev)
    switch content {
    case .state(let document):
      key("state")
      document.write(to: &self)
    case .patch(let patch, let base):
      self.base(base, before: rev)
      key("patch")
      patch.write(to: &self)
    }
  }

  mutating func rows(_ update: RowsUpdate) {
    message("rows") {
      $0.object {
        $0.member("model", update.model)
        $0.member("element", update.element)
        $0.member("sequence", update.sequence)
        $0.content(update.content, rev: update.rev)
        if let copied = update.copied {
          $0.key("copied")
          $0.write(copied)
        }
        if let found = update.found {
          $0.key("found")
          $0.write(found)
        }
      }
    }
  }

  mutating func closing(_ reason: CloseReason) {
    message("closing") {
      $0.object {
        $0.member("code", Int(reason.code))
        $0.member("message", reason.message)
        $0.member("retryAfter", reason.retryAfter)
        if let closer = reason.closer { $0.member("by", closer.rawValue) }
        if let place = reason.place { $0.member("at", place) }
        if let url = reason.url { $0.member("url", url) }
      }
    }
  }

  /// Omitted if it is the default.
  private mutating func base(_ base: Int, before rev: Int) {
    if base != rev - 1 { member("base", base) }
  }
}

extension JSONWriter {
  mutating func object(_ write: (inout JSONWriter) -> Void) {
    beginObject()
    write(&self)
    endObject()
  }

  mutating func member(_ name: StaticString, _ value: String) {
    key(name)
    string(value)
  }

  mutating func member(_ name: StaticString, _ value: Bool) {
    key(name)
    bool(value)
  }

  /// An absent value is an absent member.
  mutating func member(_ name: StaticString, _ value: Int?) {
    guard let value else { return }
    key(name)
    integer(value)
  }
}
