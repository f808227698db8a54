import SwiftDiagnostics
import SwiftIfConfig
import SwiftParser
import SwiftSyntax
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros

@testable import OrielMacros

/// What the macros make of a source, and what they say about it.
struct Expansion: Equatable {
  let source: String
  /// `line:column: message`.
  let diagnostics: [String]

  /// - Parameter target: how the compiler says the target is built; an older one doesn't say.
  init(_ source: String, target: StaticBuildConfiguration? = nil) {
    let file = Parser.parse(source: source)
    let context = BasicMacroExpansionContext(
      sourceFiles: [file: .init(moduleName: "App", fullFilePath: "App.swift")], buildConfiguration: target)
    let expanded = file.expand(
      macroSpecs: Self.macros,
      contextGenerator: { node in
        BasicMacroExpansionContext(sharingWith: context, lexicalContext: node.allMacroLexicalContexts())
      }, indentationWidth: .spaces(2))
    self.source = expanded.description
    diagnostics = context.diagnostics.map { diagnostic in
      let location = context.location(of: diagnostic.node, at: .afterLeadingTrivia, filePathMode: .fileID)
      let (line, column) = (location?.line.trimmedDescription ?? "?", location?.column.trimmedDescription ?? "?")
      return "\(line):\(column): \(diagnostic.message)"
    }
  }

  private static let macros: [String: MacroSpec] = [
    "NavigationModel": MacroSpec(type: NavigationModelMacro.self, conformances: ["NavigationModel"]),
    "StackRootNavigationModel": MacroSpec(
      type: NavigationModelMacro.self, conformances: ["NavigationModel", "StackRootNavigationModel"]),
    "SavedState": MacroSpec(type: NavigationModelMacro.self, conformances: ["SavedState"]),
    "Transient": MacroSpec(type: TransientMacro.self),
    "_Observed": MacroSpec(type: ObservedMacro.self),
    "CaseBindable": MacroSpec(type: CaseBindableMacro.self, conformances: ["CaseBindable"]),
    "SavedValue": MacroSpec(type: SavedValueMacro.self),
    "State": MacroSpec(type: ForeignAttributeMacro.self),
    "ObservedObject": MacroSpec(type: ForeignAttributeMacro.self),
    "Published": MacroSpec(type: ForeignAttributeMacro.self),
    "EnvironmentObject": MacroSpec(type: ForeignAttributeMacro.self),
  ]
}
