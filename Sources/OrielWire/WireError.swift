import OrielDocument

/// Why a client's message is malformed. The names are those of members.
package enum WireError: Error, Equatable, Sendable {
  /// No JSON, or more of it than we take: duplicate keys, too deep, a lone surrogate, a `null`.
  case json(JSONError)
  case notAnObject
  case noVerb
  /// None of its members is a verb of ours; this is the first.
  case unknownVerb(String)
  case twoVerbs(String, String)
  case missingMember(String)
  case wrongType(String)
  /// A number that is negative, over 2^53 − 1 or none that can be counted; an id or a name that is empty or longer than 64
  /// scalars.
  case outOfRange(String)
}
