import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Makes a stored `var` tell its model's node who reads and who changes it. The value itself moves to a private peer.
///
/// The accessors are those that Observation writes, with `_node` for the registrar: `_modify` exists so that a
/// mutation in place does not copy, and an equal value is stored but not reported.
struct ObservedMacro {}

extension ObservedMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [AccessorDeclSyntax] {
    guard let property = declaration.observedProperty else { return [] }
    let storage = property.storage
    let keyPath = "\\.\(property.name.trimmedDescription)"
    let saved = property.isTransient ? ", isSaved: false" : ""
    return [
      """
      @storageRestrictions(initializes: \(raw: storage))
      init(initialValue) {
        \(raw: storage) = initialValue
      }
      """,
      """
      get {
        _node.access(self, keyPath: \(raw: keyPath))
        return \(raw: storage)
      }
      """,
      """
      set {
        guard _node.shouldNotify(\(raw: storage), newValue) else {
          \(raw: storage) = newValue
          return
        }
        _node.withMutation(of: self, keyPath: \(raw: keyPath)\(raw: saved)) {
          \(raw: storage) = newValue
        }
      }
      """,
      """
      _modify {
        _node.access(self, keyPath: \(raw: keyPath))
        _node.willSet(self, keyPath: \(raw: keyPath))
        defer {
          _node.didSet(self, keyPath: \(raw: keyPath)\(raw: saved))
        }
        yield &\(raw: storage)
      }
      """,
    ]
  }
}

extension ObservedMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    guard let property = declaration.observedProperty else { return [] }
    let ownership = property.ownership.map { $0.trimmedDescription + " " } ?? ""
    let type = property.binding.typeAnnotation.map { ": \($0.type.trimmedDescription)" } ?? ""
    let value = property.initializer.map { " = \($0.trimmedDescription)" } ?? ""
    let observers = property.binding.accessorBlock.map { " " + $0.observing(property).trimmedDescription } ?? ""
    return ["private \(raw: ownership)var \(raw: property.storage)\(raw: type)\(raw: value)\(raw: observers)"]
  }
}

extension DeclSyntaxProtocol {
  fileprivate var observedProperty: StoredProperty? {
    self.as(VariableDeclSyntax.self)?.storedProperties.first
  }
}
