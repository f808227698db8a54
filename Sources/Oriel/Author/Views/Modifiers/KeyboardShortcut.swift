/// A key, as it is written on the keyboard of the user.
public struct KeyEquivalent: Hashable, Sendable, ExpressibleByExtendedGraphemeClusterLiteral {
  /// The key's name in a browser (UI Events, *KeyboardEvent.key*).
  let name: String

  /// The key that writes this character without Shift, or the sign itself, such as `?`.
  public init(_ character: Character) { name = character.lowercased() }
  public init(extendedGraphemeClusterLiteral character: Character) { self.init(character) }
  private init(named name: String) { self.name = name }

  /// Return, or Enter.
  public static let `return` = KeyEquivalent(named: "Enter")
  /// The space bar.
  public static let space = KeyEquivalent(named: " ")
  /// The key that deletes what is before the caret.
  public static let delete = KeyEquivalent(named: "Backspace")
  /// The key that deletes what is behind the caret.
  public static let deleteForward = KeyEquivalent(named: "Delete")
  /// The arrow keys.
  public static let upArrow = KeyEquivalent(named: "ArrowUp")
  /// The arrow keys.
  public static let downArrow = KeyEquivalent(named: "ArrowDown")
  /// The arrow keys.
  public static let leftArrow = KeyEquivalent(named: "ArrowLeft")
  /// The arrow keys.
  public static let rightArrow = KeyEquivalent(named: "ArrowRight")
}

/// The keys that are held down with another.
public struct EventModifiers: OptionSet, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// ⌘ on Apple's systems, and Ctrl on all others.
  public static let command = EventModifiers(rawValue: 1)
  /// Shift.
  public static let shift = EventModifiers(rawValue: 2)
  /// ⌥ on Apple's systems, and Alt on all others.
  public static let option = EventModifiers(rawValue: 4)
}

/// A key with its modifiers.
public struct KeyboardShortcut: Hashable, Sendable {
  /// The key.
  public let key: KeyEquivalent
  /// The keys that are held down with it.
  public let modifiers: EventModifiers

  /// Creates a shortcut from a key and its modifiers.
  public init(_ key: KeyEquivalent, modifiers: EventModifiers = .command) {
    (self.key, self.modifiers) = (key, modifiers)
  }

  /// Return: the button that a screen is about.
  public static let defaultAction = KeyboardShortcut(.return, modifiers: [])

  /// As the protocol has it.
  package var text: String {
    let names = [(EventModifiers.command, "mod"), (.shift, "shift"), (.option, "alt")]
    return (names.filter { modifiers.contains($0.0) }.map(\.1) + [key.name]).joined(separator: "+")
  }

  /// Why a page can't have it; `nil` if it can.
  var refusal: String? {
    if modifiers.contains(.command), !modifiers.contains(.option), Self.ofBrowsers.contains(key.name) {
      return "browsers use it, or people edit text with it"
    }
    if modifiers.contains(.option), [KeyEquivalent.leftArrow.name, KeyEquivalent.rightArrow.name].contains(key.name) {
      return "browsers go back and forward with it"
    }
    let isName = KeyEquivalent.named.contains(key.name)
    return isName
      || key.name.unicodeScalars.allSatisfy { !$0.properties.isWhitespace && $0.value >= 32 && $0.value != 127 }
      ? nil : "no keyboard has such a key"
  }

  /// Tabs, windows, reloading, the address, quitting, zooming, and what one edits text with.
  private static let ofBrowsers: Set<String> = [
    "t", "n", "w", "r", "l", "q", "h", "m", "a", "c", "v", "x", "z", "y", "+", "-", "0", "=", " ",
  ]
}

extension KeyEquivalent {
  fileprivate static let named: Set<String> = [
    "Enter", " ", "Backspace", "Delete", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight",
  ]
}

private struct ShortcutModifier: RenderModifier {
  let shortcut: KeyboardShortcut?

  func apply(to context: inout RenderContext) {
    if let shortcut, let refusal = shortcut.refusal {
      return TurnContext.reportMisuse("The keyboard shortcut \(shortcut.text) is left out: \(refusal)")
    }
    context.attributes.shortcut = shortcut?.text
  }
}

extension View {
  /// Gives a button or link a key, which presses it while it can be pressed.
  ///
  /// ```swift
  /// Button("Send") { self.send() }.keyboardShortcut(.return)
  /// Button("Next incident") { self.next() }.keyboardShortcut("n", modifiers: [])
  /// ```
  ///
  /// The button shows the key, as the keyboard of its user has it, and `?` lists those that can be used now. A button that
  /// is covered by a layer, hidden or disabled has none. If several that can be pressed have the same key, the last one is pressed. Without
  /// ``EventModifiers/command`` or ``EventModifiers/option``, a key does nothing while its user types, and users can turn all such keys
  /// off (WCAG 2.2, 2.1.4). Escape closes the topmost layer, and Tab moves the focus: no button can have them.
  ///
  /// A shortcut that browsers need, or with which people edit text, is left out, and reported.
  public func keyboardShortcut(_ key: KeyEquivalent, modifiers: EventModifiers = .command) -> _ModifiedView {
    keyboardShortcut(KeyboardShortcut(key, modifiers: modifiers))
  }

  /// Gives a button or link a key, or none.
  public func keyboardShortcut(_ shortcut: KeyboardShortcut?) -> _ModifiedView {
    _ModifiedView(self, ShortcutModifier(shortcut: shortcut))
  }
}
