import ArgumentParser
import Foundation
import OrielHub

/// The value of an option that has a default, and whether it was given.
struct Setting<Value: Sendable>: Sendable {
  var value: Value
  var isGiven: Bool

  /// A default.
  init(_ value: Value) { (self.value, isGiven) = (value, false) }

  fileprivate init(given value: Value) { (self.value, isGiven) = (value, true) }
}

extension Setting: CustomStringConvertible {
  var description: String { (value as? Double).map { "\($0.formatted())" } ?? "\(value)" }
}

extension Setting: ExpressibleByIntegerLiteral where Value: ExpressibleByIntegerLiteral {
  init(integerLiteral value: Value.IntegerLiteralType) { self.init(Value(integerLiteral: value)) }
}

extension Setting: ExpressibleByUnicodeScalarLiteral, ExpressibleByExtendedGraphemeClusterLiteral,
  ExpressibleByStringLiteral
where Value == String {
  init(stringLiteral value: String) { self.init(value) }
}

/// The number in a text, if it is one in the range.
private func number<Number: Comparable & LosslessStringConvertible>(
  _ text: String, in range: ClosedRange<Number>
) throws -> Number {
  guard let number = Number(text), range.contains(number) else {
    throw ValidationError("it must be a number from \(range.lowerBound) to \(range.upperBound).")
  }
  return number
}

extension Option {
  /// A number with a default.
  init<Number: Comparable & LosslessStringConvertible & Sendable>(
    wrappedValue: Setting<Number>, _ help: ArgumentHelp, in range: ClosedRange<Number>
  ) where Value == Setting<Number> {
    self.init(wrappedValue: wrappedValue, help: help.saying(wrappedValue)) {
      Setting(given: try number($0, in: range))
    }
  }

  /// A number without a default.
  init<Number: Comparable & LosslessStringConvertible & Sendable>(
    _ help: ArgumentHelp, in range: ClosedRange<Number>
  ) where Value == Number? {
    self.init(help: help) { try number($0, in: range) }
  }

  /// A text with a default.
  init(wrappedValue: Setting<String>, _ help: ArgumentHelp) where Value == Setting<String> {
    self.init(wrappedValue: wrappedValue, help: help.saying(wrappedValue)) { Setting(given: $0) }
  }
}

extension ArgumentHelp {
  fileprivate func saying(_ usual: Setting<some Sendable>) -> ArgumentHelp {
    var help = self
    help.abstract += " Defaults to \(usual)."
    return help
  }
}

/// The options of two sources: the flags and, for those that are not given, the environment.
@dynamicMemberLookup
struct Given<Options: ParsableArguments & Sendable>: Sendable {
  let flags: Options
  /// `nil` if it sets none.
  let environment: Options?

  subscript<Value>(dynamicMember option: KeyPath<Options, Setting<Value>>) -> Value {
    (flags[keyPath: option].isGiven ? flags : environment ?? flags)[keyPath: option].value
  }

  subscript<Value>(dynamicMember option: KeyPath<Options, Value?>) -> Value? {
    flags[keyPath: option] ?? environment?[keyPath: option]
  }

  subscript(dynamicMember flag: KeyPath<Options, Bool>) -> Bool {
    flags[keyPath: flag] || environment?[keyPath: flag] == true
  }

  subscript<Element>(dynamicMember list: KeyPath<Options, [Element]>) -> [Element] {
    flags[keyPath: list] + (environment?[keyPath: list] ?? [])
  }
}

extension Given {
  /// - Parameter environment: Sets an option under its flag's name: `--public-url` as `ORIEL_PUBLIC_URL`, a flag
  ///   without a value with 1, and what may be repeated as a list
  ///   with commas, or with spaces if its values may have commas. One whose flag is given is not read.
  /// - Throws: `ValidationError`, which names the variable.
  init(_ flags: Options, environment: [String: String]) throws {
    var arguments: [String] = []
    for case (let label?, let option) in Mirror(reflecting: flags).children {
      if let option = option as? any AnyOption, option.isGiven { continue }
      let words = Self.words(of: label)
      guard let text = environment["ORIEL_" + words.joined(separator: "_").uppercased()] else { continue }
      let flag = "--" + words.joined(separator: "-")
      let given =
        switch option {
        case is Flag<Bool>: text == "1" ? [flag] : []
        case is Option<[String]>: text.listed.map { "\(flag)=\($0)" }
        // Each has commas of its own.
        case is Option<[OperatorGrant]>: text.split(separator: " ").map { "\(flag)=\($0)" }
        // The parser takes "--flag=" for a flag without a value.
        default: text.isEmpty ? [flag, text] : ["\(flag)=\(text)"]
        }
      do {
        _ = try Options.parse(given)
      } catch {
        throw ValidationError("In ORIEL_\(words.joined(separator: "_").uppercased()): \(Options.message(for: error))")
      }
      arguments += given
    }
    self.init(flags: flags, environment: arguments.isEmpty ? nil : try Options.parse(arguments))
  }

  /// The words of a property's name, of which its flag's name is made: `_publicUrl` has public and url.
  private static func words(of label: String) -> [String] {
    label.drop { $0 == "_" }.reduce(into: [""]) { words, letter in
      if letter.isUppercase { words.append("") }
      words[words.count - 1] += letter.lowercased()
    }
  }
}

/// An option of any type.
private protocol AnyOption {
  /// Whether its flag is given. One that may be repeated is never: its values add up with those of its variable.
  var isGiven: Bool { get }
}

extension Option: AnyOption {
  fileprivate var isGiven: Bool {
    if let setting = wrappedValue as? any AnySetting { return setting.isGiven }
    let value = Mirror(reflecting: wrappedValue)
    return value.displayStyle == .optional && !value.children.isEmpty
  }
}

private protocol AnySetting {
  var isGiven: Bool { get }
}

extension Setting: AnySetting {}

extension String {
  /// The items of a list with commas or spaces.
  var listed: [String] { split { $0 == "," || $0 == " " }.map(String.init) }
}
