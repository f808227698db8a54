import SwiftSyntax
import SwiftSyntaxMacros

/// `@Transient` is a mark that `NavigationModelMacro` reads; by itself it writes nothing.
struct TransientMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    []
  }
}
