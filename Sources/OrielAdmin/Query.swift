import Oriel
import OrielGateway

/// The parameters of a request's query. Unknown and repeated ones are refused, so that a misspelt filter doesn't return
/// everything.
struct Query {
  private var parameters: [String: String] = [:]

  init(_ text: String?, allowing names: [String]) throws(Problem) {
    // No request has as many: each may come once.
    for parameter in (text ?? "").parts("&", atMost: HeaderLimits.fields) {
      let parts = parameter.utf8.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        .map(Substring.init)
      guard let name = PercentEncoding.decode(parts[0]),
        let value = PercentEncoding.decode(parts.dropFirst().first ?? "")
      else {
        throw .undecodableParameter(String(parameter))
      }
      guard names.contains(name) else { throw .unknownParameter(name, known: names) }
      guard parameters.updateValue(value, forKey: name) == nil else { throw .repeatedParameter(name) }
    }
  }

  subscript(name: String) -> String? { parameters[name] }

  func flag(_ name: String) throws(Problem) -> Bool {
    switch parameters[name] {
    case nil, "false": return false
    case "true": return true
    default: throw .wrongParameter(name, expected: "true or false")
    }
  }

  func integer(_ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
    guard let text = parameters[name] else { return nil }
    guard let number = Int(text), range.contains(number) else { throw .parameterOutOfRange(name, range) }
    return number
  }
}
