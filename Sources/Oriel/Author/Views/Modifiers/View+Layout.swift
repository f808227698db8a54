// SwiftUI's modifiers of layout and drawing, which the client does here. Each takes any arguments and returns the view, so
// that a chain of them is understood, and the compiler says for each what to write instead.
//
// Arguments such as `.horizontal` need a type: `_Layout` has their names.

extension View {
  @available(
    *, unavailable,
    message: "the client decides spacing: change its tokens in a style sheet of the app"
  )
  public func padding(_ length: Double? = nil) -> Self { self }

  @available(
    *, unavailable,
    message: "the client decides spacing: change its tokens in a style sheet of the app"
  )
  public func padding(_ edges: _Layout, _ length: Double? = nil) -> Self { self }

  @available(
    *, unavailable,
    message:
      "the client lays out: write '.style(.fill)' to fill the space; an element of the app's own, a Component, may be of any size"
  )
  public func frame(width: Double? = nil, height: Double? = nil, alignment: Alignment = .center) -> Self { self }

  @available(
    *, unavailable,
    message:
      "the client lays out: write '.style(.fill)' to fill the space; an element of the app's own, a Component, may be of any size"
  )
  public func frame(
    minWidth: Double? = nil, idealWidth: Double? = nil, maxWidth: Double? = nil, minHeight: Double? = nil,
    idealHeight: Double? = nil, maxHeight: Double? = nil, alignment: Alignment = .center
  ) -> Self { self }

  @available(
    *, unavailable,
    message:
      "the client lays out: write '.style(.fill)' to fill the space; an element of the app's own, a Component, may be of any size"
  )
  public func fixedSize(horizontal: Bool = true, vertical: Bool = true) -> Self { self }

  @available(
    *, unavailable,
    message:
      "the client lays out: write '.style(.fill)' to fill the space; an element of the app's own, a Component, may be of any size"
  )
  public func offset(x: Double = 0, y: Double = 0) -> Self { self }

  @available(
    *, unavailable,
    message:
      "the client lays out: write '.style(.fill)' to fill the space; an element of the app's own, a Component, may be of any size"
  )
  public func layoutPriority(_ value: Double) -> Self { self }

  @available(
    *, unavailable,
    message:
      "the client lays out: write '.style(.fill)' to fill the space; an element of the app's own, a Component, may be of any size"
  )
  public func ignoresSafeArea(_ edges: _Layout = .all) -> Self { self }

  @available(
    *, unavailable,
    message:
      "the client draws: write '.style(.card)' for a surface of its own, whose looks a style sheet of the app may change"
  )
  public func background(_ style: _Layout) -> Self { self }

  @available(
    *, unavailable,
    message:
      "the client draws: write '.style(.card)' for a surface of its own, whose looks a style sheet of the app may change"
  )
  public func background<Style>(_ style: Style) -> Self { self }

  @available(
    *, unavailable,
    message:
      "the client draws: write '.style(.card)' for a surface of its own, whose looks a style sheet of the app may change"
  )
  public func background<Style, Shape>(_ style: Style, in shape: Shape) -> Self { self }

  @available(
    *, unavailable,
    message:
      "the client draws: write '.style(.card)' for a surface of its own, whose looks a style sheet of the app may change"
  )
  public func background(alignment: Alignment = .center, @_UncheckedBuilder content: () -> _Unchecked) -> Self { self }

  @available(
    *, unavailable,
    message:
      "the client draws: write '.style(.card)' for a surface of its own, whose looks a style sheet of the app may change"
  )
  public func border(_ style: _Layout, width: Double = 1) -> Self { self }

  @available(
    *, unavailable,
    message:
      "the client draws: write '.style(.card)' for a surface of its own, whose looks a style sheet of the app may change"
  )
  public func border<Style>(_ style: Style, width: Double = 1) -> Self { self }

  @available(
    *, unavailable,
    message:
      "the client draws: write '.style(.card)' for a surface of its own, whose looks a style sheet of the app may change"
  )
  public func cornerRadius(_ radius: Double) -> Self { self }

  @available(
    *, unavailable,
    message:
      "the client draws: write '.style(.card)' for a surface of its own, whose looks a style sheet of the app may change"
  )
  public func clipShape<Shape>(_ shape: Shape) -> Self { self }

  @available(
    *, unavailable,
    message:
      "the client draws: write '.style(.card)' for a surface of its own, whose looks a style sheet of the app may change"
  )
  public func shadow(radius: Double, x: Double = 0, y: Double = 0) -> Self { self }

  @available(
    *, unavailable,
    message:
      "the client draws: write '.style(.card)' for a surface of its own, whose looks a style sheet of the app may change"
  )
  public func shadow<Style>(color: Style, radius: Double, x: Double = 0, y: Double = 0) -> Self { self }

  @available(
    *, unavailable,
    message: "write a 'ZStack { … }', whose last view is in front"
  )
  public func overlay<Content: View>(_ content: Content, alignment: Alignment = .center) -> Self { self }

  @available(
    *, unavailable,
    message: "write a 'ZStack { … }', whose last view is in front"
  )
  public func overlay(alignment: Alignment = .center, @_UncheckedBuilder content: () -> _Unchecked) -> Self { self }

  @available(
    *, unavailable,
    message: "the client draws: write '.foregroundStyle(.secondary)' for a weaker colour, or '.hidden()'"
  )
  public func opacity(_ opacity: Double) -> Self { self }

  @available(
    *, unavailable,
    message: "write '.foregroundStyle(.accent)'; a style sheet of the app's may say which colour '--accent' is"
  )
  public func tint(_ style: _Layout) -> Self { self }

  @available(
    *, unavailable,
    message: "write '.foregroundStyle(.accent)'; a style sheet of the app's may say which colour '--accent' is"
  )
  public func tint<Style>(_ style: Style) -> Self { self }
}

/// The names that arguments of SwiftUI's layout modifiers have.
public struct _Layout: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: _Layout...) {}

  public static var all: _Layout { [] }
  public static var horizontal: _Layout { [] }
  public static var vertical: _Layout { [] }
  public static var top: _Layout { [] }
  public static var bottom: _Layout { [] }
  public static var leading: _Layout { [] }
  public static var trailing: _Layout { [] }
  public static var primary: _Layout { [] }
  public static var secondary: _Layout { [] }
  public static var white: _Layout { [] }
  public static var black: _Layout { [] }
  public static var gray: _Layout { [] }
  public static var red: _Layout { [] }
  public static var orange: _Layout { [] }
  public static var yellow: _Layout { [] }
  public static var green: _Layout { [] }
  public static var mint: _Layout { [] }
  public static var teal: _Layout { [] }
  public static var cyan: _Layout { [] }
  public static var blue: _Layout { [] }
  public static var indigo: _Layout { [] }
  public static var purple: _Layout { [] }
  public static var pink: _Layout { [] }
  public static var brown: _Layout { [] }
  public static var clear: _Layout { [] }
  public static var background: _Layout { [] }
  public static var bar: _Layout { [] }
  public static var ultraThinMaterial: _Layout { [] }
  public static var thinMaterial: _Layout { [] }
  public static var regularMaterial: _Layout { [] }
  public static var thickMaterial: _Layout { [] }
}

/// The client chooses the colours, light or dark.
extension Color {
  @available(
    *, unavailable,
    message:
      "the client chooses the colours: write '.foregroundStyle(.danger)', or '.accent'; a value is 'Color(red: 255, green: 59, blue: 48)'"
  )
  public static var primary: Color { Color(red: 0, green: 0, blue: 0) }

  @available(
    *, unavailable,
    message:
      "the client chooses the colours: write '.foregroundStyle(.danger)', or '.accent'; a value is 'Color(red: 255, green: 59, blue: 48)'"
  )
  public static var secondary: Color { Color(red: 0, green: 0, blue: 0) }

  @available(
    *, unavailable,
    message:
      "the client chooses the colours: write '.foregroundStyle(.danger)', or '.accent'; a value is 'Color(red: 255, green: 59, blue: 48)'"
  )
  public static var mint: Color { Color(red: 0, green: 0, blue: 0) }

  @available(
    *, unavailable,
    message:
      "the client chooses the colours: write '.foregroundStyle(.danger)', or '.accent'; a value is 'Color(red: 255, green: 59, blue: 48)'"
  )
  public static var teal: Color { Color(red: 0, green: 0, blue: 0) }

  @available(
    *, unavailable,
    message:
      "the client chooses the colours: write '.foregroundStyle(.danger)', or '.accent'; a value is 'Color(red: 255, green: 59, blue: 48)'"
  )
  public static var cyan: Color { Color(red: 0, green: 0, blue: 0) }

  @available(
    *, unavailable,
    message:
      "the client chooses the colours: write '.foregroundStyle(.danger)', or '.accent'; a value is 'Color(red: 255, green: 59, blue: 48)'"
  )
  public static var indigo: Color { Color(red: 0, green: 0, blue: 0) }

  @available(
    *, unavailable,
    message:
      "the client chooses the colours: write '.foregroundStyle(.danger)', or '.accent'; a value is 'Color(red: 255, green: 59, blue: 48)'"
  )
  public static var purple: Color { Color(red: 0, green: 0, blue: 0) }

  @available(
    *, unavailable,
    message:
      "the client chooses the colours: write '.foregroundStyle(.danger)', or '.accent'; a value is 'Color(red: 255, green: 59, blue: 48)'"
  )
  public static var pink: Color { Color(red: 0, green: 0, blue: 0) }

  @available(
    *, unavailable,
    message:
      "the client chooses the colours: write '.foregroundStyle(.danger)', or '.accent'; a value is 'Color(red: 255, green: 59, blue: 48)'"
  )
  public static var brown: Color { Color(red: 0, green: 0, blue: 0) }

  @available(
    *, unavailable,
    message:
      "the client chooses the colours: write '.foregroundStyle(.danger)', or '.accent'; a value is 'Color(red: 255, green: 59, blue: 48)'"
  )
  public static var clear: Color { Color(red: 0, green: 0, blue: 0) }

  @available(
    *, unavailable,
    message:
      "the client chooses the colours: write '.foregroundStyle(.danger)', or '.accent'; a value is 'Color(red: 255, green: 59, blue: 48)'"
  )
  public static var accentColor: Color { Color(red: 0, green: 0, blue: 0) }
}
