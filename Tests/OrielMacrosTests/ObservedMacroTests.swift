import Foundation
import Testing

struct ObservedMacroTests {
  @Test func `an observed variable tells its node of each read and change`() {
    let expansion = Expansion(
      """
      @_Observed private(set) var filter: String = ""
      """)
    #expect(
      expansion.source == """
        private(set) var filter: String {
          @storageRestrictions(initializes: _filter)
          init(initialValue) {
            _filter = initialValue
          }
          get {
            _node.access(self, keyPath: \\.filter)
            return _filter
          }
          set {
            guard _node.shouldNotify(_filter, newValue) else {
              _filter = newValue
              return
            }
            _node.withMutation(of: self, keyPath: \\.filter) {
              _filter = newValue
            }
          }
          _modify {
            _node.access(self, keyPath: \\.filter)
            _node.willSet(self, keyPath: \\.filter)
            defer {
              _node.didSet(self, keyPath: \\.filter)
            }
            yield &_filter
          }
        }

        private var _filter: String = ""
        """)
  }

  @Test func `a keyword's storage needs no backticks`() {
    let expansion = Expansion("@_Observed var `in`: Int")
    #expect(expansion.source.contains("_node.access(self, keyPath: \\.`in`)\n    return _in"))
    #expect(expansion.storage == "private var _in: Int")
  }

  @Test func `a weak variable's storage is weak`() {
    #expect(Expansion("@_Observed weak var window: Window?").storage == "private weak var _window: Window?")
  }

  @Test func `an observer moves to the storage, where setting its own property doesn't call it again`() {
    let expansion = Expansion(
      """
      @_Observed var volume = 0 {
        didSet {
          if volume > 10 { self.volume = 10 }
          other.volume = volume
          task { self.volume = 0 }
        }
      }
      """)
    #expect(
      expansion.storage == """
        private var _volume = 0 {
          didSet {
            if _volume > 10 {
              self._volume = 10
            }
            other.volume = _volume
            task {
              self.volume = 0
            }
          }
        }
        """)
  }

  @Test func `a local of the property's name stays what it is`() {
    let expansion = Expansion(
      """
      @_Observed var name: String? {
        didSet {
          if let name { self.name = name + suffix }
        }
      }
      """)
    #expect(
      expansion.storage == """
        private var _name: String? {
          didSet {
            if let name {
              self._name = name + suffix
            }
          }
        }
        """)
  }
}

extension Expansion {
  /// The storage that was written beside the property.
  fileprivate var storage: String? {
    source.range(of: "private ").map { String(source[$0.lowerBound...]) }
  }
}
