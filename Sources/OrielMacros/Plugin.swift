import SwiftCompilerPlugin
import SwiftSyntaxMacros

@main
struct Plugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [
    NavigationModelMacro.self,
    ObservedMacro.self,
    TransientMacro.self,
    CaseBindableMacro.self,
    SavedValueMacro.self,
    ForeignAttributeMacro.self,
  ]
}
