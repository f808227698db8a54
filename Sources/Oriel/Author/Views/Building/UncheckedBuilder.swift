/// Takes whatever a closure of an unavailable call contains, models and views alike, so that no error in the closure
/// hides what the call's message says.
@resultBuilder
public enum _UncheckedBuilder {
  public static func buildExpression<Content>(_ content: Content) -> _Unchecked { _Unchecked() }
  public static func buildBlock(_ parts: _Unchecked...) -> _Unchecked { _Unchecked() }
  public static func buildOptional(_ part: _Unchecked?) -> _Unchecked { _Unchecked() }
  public static func buildEither(first part: _Unchecked) -> _Unchecked { part }
  public static func buildEither(second part: _Unchecked) -> _Unchecked { part }
  public static func buildArray(_ parts: [_Unchecked]) -> _Unchecked { _Unchecked() }
  public static func buildLimitedAvailability(_ part: _Unchecked) -> _Unchecked { part }
}

/// The content of a closure that nothing ever calls.
public struct _Unchecked {}
