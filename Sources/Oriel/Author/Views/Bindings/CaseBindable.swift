/// Adds bindings to the cases of an enumeration. See ``CaseBindable-protocol``.
@attached(member, names: named(Cases), named(CaseBindings), named(cases), named(_bindings(to:)))
@attached(extension, conformances: CaseBindable)
public macro CaseBindable() = #externalMacro(module: "OrielMacros", type: "CaseBindableMacro")
