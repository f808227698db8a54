/// The meaning of a field's text, by which browsers and password managers offer what they know.
///
/// The raw values are the tokens of HTML's `autocomplete`.
public enum TextContentType: String, Sendable, CaseIterable {
  /// The name with which a user signs in.
  case username
  /// The password with which a user signs in.
  case password = "current-password"
  /// A password that a user chooses.
  case newPassword = "new-password"
  /// A code that is valid once, such as one from a text message.
  case oneTimeCode = "one-time-code"
  /// A person's whole name.
  case name
  /// An e-mail address.
  case emailAddress = "email"
  /// A telephone number.
  case telephoneNumber = "tel"
  /// An address on the web.
  case URL = "url"
  /// A company or another organisation.
  case organizationName = "organization"
  /// A street and a number.
  case fullStreetAddress = "street-address"
  /// The city of an address.
  case addressCity = "address-level2"
  /// The postal code of an address.
  case postalCode = "postal-code"
  /// The country of an address.
  case countryName = "country-name"
}

/// The keys that a device without a keyboard shows for a field.
///
/// The raw values are those of HTML's `inputmode`.
public enum KeyboardType: String, Sendable, CaseIterable {
  /// Letters.
  case `default` = "text"
  /// Digits.
  case numberPad = "numeric"
  /// Digits and the decimal separator of the user's language.
  case decimalPad = "decimal"
  /// Digits, `*` and `#`.
  case phonePad = "tel"
  /// Letters and `@`.
  case emailAddress = "email"
  /// Letters, `/` and `.`.
  case URL = "url"
  /// Letters and a key that searches.
  case webSearch = "search"
}
