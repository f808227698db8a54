/// Prometheus' text format, version 0.0.4. Names end with their base unit, counters with `_total`.
package struct MetricsText {
  package private(set) var text = ""

  package init() {}

  package mutating func gauge(_ name: String, _ help: String, _ value: Int) {
    sample(name, help, type: "gauge", value: "\(value)")
  }
  package mutating func counter(_ name: String, _ help: String, _ value: Int) {
    sample(name, help, type: "counter", value: "\(value)")
  }
  package mutating func gauge(_ name: String, _ help: String, _ value: Double) {
    sample(name, help, type: "gauge", value: Self.number(value))
  }
  package mutating func counter(_ name: String, _ help: String, _ value: Double) {
    sample(name, help, type: "counter", value: Self.number(value))
  }

  private mutating func sample(_ name: String, _ help: String, type: String, value: String) {
    head(name, type, help)
    text += "\(name) \(value)\n"
  }

  package mutating func head(_ name: String, _ type: String, _ help: String) {
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
  }

  /// - Parameter labels: The labels with their values, in order.
  package mutating func sample(_ name: String, labels: [(String, String)], _ value: Double) {
    let list = labels.map { "\($0.0)=\"\(Self.escaped($0.1))\"" }.joined(separator: ",")
    text += list.isEmpty ? "\(name) \(Self.number(value))\n" : "\(name){\(list)} \(Self.number(value))\n"
  }

  /// - Parameters:
  ///   - bounds: Upper bounds of the buckets, ascending.
  ///   - counts: The number of values in each bucket, and above the last bound.
  package mutating func histogram(
    _ name: String, labels: [(String, String)] = [], bounds: [Double], counts: [Int], sum: Double
  ) {
    var total = 0
    for (bound, count) in zip(bounds, counts) {
      total += count
      sample(name + "_bucket", labels: labels + [("le", Self.number(bound))], Double(total))
    }
    total = counts.reduce(0, +)
    sample(name + "_bucket", labels: labels + [("le", "+Inf")], Double(total))
    sample(name + "_sum", labels: labels, sum)
    sample(name + "_count", labels: labels, Double(total))
  }

  private static func number(_ value: Double) -> String {
    if value.isNaN { return "NaN" }
    if value.isInfinite { return value > 0 ? "+Inf" : "-Inf" }
    return Int(exactly: value).map { "\($0)" } ?? "\(value)"
  }

  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "\\": escaped += "\\\\"
      case "\"": escaped += "\\\""
      case "\n": escaped += "\\n"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
  }
}
