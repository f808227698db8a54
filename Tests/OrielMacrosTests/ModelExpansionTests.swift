import Testing

struct ModelExpansionTests {
  @Test func `a model observes its variables and saves its state`() {
    let expansion = Expansion(
      """
      @NavigationModel final class InboxModel {
        var filter = ""
        let id: Note.ID
        private var child: EditorModel?
        var `default`: Int
        let title = "Inbox"
        @Transient var cache: [String: Int] = [:]
        @Transient lazy var slow = 1
        @Environment(NoteService.self) var notes
        static let shared = 1
        var count: Int { 0 }
        init(id: Note.ID) { self.id = id; self.default = 0 }
      }
      """)
    #expect(
      expansion.source == """
        final class InboxModel {
          @Oriel._Observed
          var filter = ""
          let id: Note.ID
          @Oriel._Observed
          private var child: EditorModel?
          @Oriel._Observed
          var `default`: Int
          let title = "Inbox"
          @Oriel._Observed var cache: [String: Int] = [:]
          lazy var slow = 1
          @Environment(NoteService.self) var notes
          static let shared = 1
          var count: Int { 0 }
          init(id: Note.ID) { self.id = id; self.default = 0 }

          let _node = Oriel._ModelNode()

          init(_restoring saved: Oriel._SavedReader) throws {
            if saved.has("filter") {
              self._filter = try saved.value(for: "filter")
            }
            self.id = try saved.value(for: "id")
            if saved.has("child") {
              self._child = try saved.value(for: "child")
            }
            self._default = try saved.value(for: "default")
          }

          func _save(to saved: inout Oriel._SavedWriter) {
            saved.save(self._filter, for: "filter")
            saved.save(self.id, for: "id")
            saved.save(self._child, for: "child")
            saved.save(self._default, for: "default")
          }
        }

        extension InboxModel: nonisolated Oriel.NavigationModel {
        }
        """)
    #expect(expansion.diagnostics == [])
  }

  @Test func `a model whose properties all have defaults keeps its plain initializer`() {
    let expansion = Expansion(
      """
      @SavedState final class Preferences {
        var isCompact: Bool?
      }
      """)
    #expect(
      expansion.source == """
        final class Preferences {
          @Oriel._Observed
          var isCompact: Bool?

          let _node = Oriel._ModelNode()

          init() {
          }

          init(_restoring saved: Oriel._SavedReader) throws {
            if saved.has("isCompact") {
              self._isCompact = try saved.value(for: "isCompact")
            }
          }

          func _save(to saved: inout Oriel._SavedWriter) {
            saved.save(self._isCompact, for: "isCompact")
          }
        }

        extension Preferences: nonisolated Oriel.SavedState {
        }
        """)
  }

  @Test func `Rows are found when saving, and restored in place`() {
    let expansion = Expansion(
      """
      @SavedState final class Desk {
        let orders = Rows<Order>()
        @Transient let recent = Rows<Order>()
      }
      """)
    #expect(
      expansion.source == """
        final class Desk {
          let orders = Rows<Order>()
          let recent = Rows<Order>()

          let _node = Oriel._ModelNode()

          init() {
          }

          init(_restoring saved: Oriel._SavedReader) throws {
          }

          func _save(to saved: inout Oriel._SavedWriter) {
            saved.save(self.orders, for: "orders")
          }
        }

        extension Desk: nonisolated Oriel.SavedState {
        }
        """)
  }

  @Test func `what a public type witnesses is public`() {
    let expansion = Expansion(
      """
      public extension Flows {
        @available(*, deprecated)
        @StackRootNavigationModel final class Checkout {
          public init() {}
        }
      }
      """)
    #expect(
      expansion.source == """
        public extension Flows {
          @available(*, deprecated)
          final class Checkout {
            public init() {}

            public let _node = Oriel._ModelNode()

            public init(_restoring saved: Oriel._SavedReader) throws {
            }

            public func _save(to saved: inout Oriel._SavedWriter) {
            }
          }
        }

        @available(*, deprecated)
        extension Flows.Checkout: nonisolated Oriel.NavigationModel, nonisolated Oriel.StackRootNavigationModel {
        }
        """)
  }

  @Test func `a property under a condition is saved under it`() {
    let expansion = Expansion(
      """
      @SavedState package final class Options {
        #if DEBUG
        let isTracing, isSlow: Bool
        #else
        let level: Int?
        #endif
        init() {}
      }
      """)
    #expect(
      expansion.source == """
        package final class Options {
          #if DEBUG
          let isTracing, isSlow: Bool
          #else
          let level: Int?
          #endif
          init() {}

          package let _node = Oriel._ModelNode()

          package init(_restoring saved: Oriel._SavedReader) throws {
            #if DEBUG
            self.isTracing = try saved.value(for: "isTracing")
            self.isSlow = try saved.value(for: "isSlow")
            #else
            if saved.has("level") {
              self.level = try saved.value(for: "level")
            } else {
              self.level = nil
            }
            #endif
          }

          package func _save(to saved: inout Oriel._SavedWriter) {
            #if DEBUG
            saved.save(self.isTracing, for: "isTracing")
            saved.save(self.isSlow, for: "isSlow")
            #else
            saved.save(self.level, for: "level")
            #endif
          }
        }

        extension Options: nonisolated Oriel.SavedState {
        }
        """)
  }
}
