/// An endpoint that fits a request, with the values of its pattern's components.
package struct EndpointMatch: Sendable {
  package let endpoint: Endpoint
  package let parameters: [String: String]

  /// The tenant that a request names; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - user: The sender by their credentials, if there are any.
  ///   - tenancy: The app's.
  package func tenant(for user: User?, at address: PageAddress, _ tenancy: Tenancy) -> Tenant? {
    let tenancy = endpoint.tenancy ?? tenancy
    if let named = parameters["tenant"] {
      if tenancy.rule.isPerUser { return 1...64 ~= named.unicodeScalars.count ? .user(named) : nil }
      return Tenant(named)
    }
    return tenancy.tenant(of: user ?? User(id: ""), at: address).flatMap { $0 == .user("") ? nil : $0 }
  }
}

/// The endpoints of an app.
package struct EndpointTable: Sendable {
  private struct Entry: Sendable {
    let endpoint: Endpoint
    let components: [EndpointPattern.Component]

    /// Its values, if it fits a path.
    func match(_ path: [String]) -> [String: String]? {
      guard path.count == components.count else { return nil }
      var values: [String: String] = [:]
      for (component, text) in zip(components, path) {
        switch component {
        case .fixed(let fixed): guard fixed.hasSameScalars(as: text) else { return nil }
        case .any(let name): values[name] = text
        }
      }
      return values
    }

    /// Whether the first component that is fixed in only one of them is fixed in this one.
    func precedes(_ other: Entry) -> Bool {
      for (one, another) in zip(components, other.components) where one.isFixed != another.isFixed {
        return one.isFixed
      }
      return false
    }
  }

  private let entries: [Entry]
  private let tenancy: Tenancy

  /// - Parameter tenancy: The app's.
  package init(_ endpoints: [Endpoint], tenancy: Tenancy) throws(EndpointError) {
    self.tenancy = tenancy
    var entries: [Entry] = []
    for endpoint in endpoints {
      let components = try EndpointPattern.components(of: endpoint, tenancy)
      let isTwice = entries.contains {
        $0.endpoint.method == endpoint.method && $0.components.map(\.fixed) == components.map(\.fixed)
      }
      if isTwice { throw EndpointError(endpoint, "another endpoint answers the same requests: remove one") }
      entries.append(Entry(endpoint: endpoint, components: components))
    }
    self.entries = entries.sorted { $0.precedes($1) }
  }

  /// The endpoints whose paths have a single, fixed component.
  package var single: [(endpoint: Endpoint, name: String)] {
    entries.compactMap { entry in
      guard entry.components.count == 1, let name = entry.components[0].fixed else { return nil }
      return (entry.endpoint, name)
    }
  }

  /// The result of looking for the endpoint of a request.
  package enum Found: Sendable {
    case endpoint(EndpointMatch)
    /// There are endpoints at this path, for other methods.
    case otherMethods([String])
  }

  /// - Parameters:
  ///   - method: As received.
  ///   - path: As received, not percent-decoded.
  /// - Returns: `nil` if no endpoint has this path.
  package func find(_ method: String, _ path: String) -> Found? {
    guard !entries.isEmpty, let components = Self.components(of: path) else { return nil }
    let wanted = method == "HEAD" ? "GET" : method
    var others: [String] = []
    for entry in entries {
      guard let values = entry.match(components) else { continue }
      if entry.endpoint.method.rawValue == wanted {
        return .endpoint(EndpointMatch(endpoint: entry.endpoint, parameters: values))
      }
      others.append(entry.endpoint.method.rawValue)
    }
    guard !others.isEmpty else { return nil }
    return .otherMethods((others + (others.contains("GET") ? ["HEAD"] : []) + ["OPTIONS"]).sorted())
  }

  /// The tenant that a request to an endpoint names.
  package func tenant(of match: EndpointMatch, for user: User?, at address: PageAddress) -> Tenant? {
    match.tenant(for: user, at: address, tenancy)
  }

  private static let mostComponents = 16

  /// The components of a path, decoded; `nil` if it has an empty one, or is one of the server's own.
  private static func components(of path: String) -> [String]? {
    let parts = path.utf8.split(
      separator: UInt8(ascii: "/"), maxSplits: mostComponents + 1, omittingEmptySubsequences: false)
    guard parts.count >= 2, parts.count <= mostComponents + 1, parts[0].isEmpty else { return nil }
    let components = parts.dropFirst().map { PercentEncoding.decode(Substring($0)) ?? "" }
    guard !components.contains(""), !PageAddress.reserved.contains(components[0]) else { return nil }
    return components
  }
}

/// The reason why an endpoint can't be used.
package struct EndpointError: Error, Equatable, CustomStringConvertible {
  package let description: String

  package init(_ endpoint: Endpoint, _ reason: String) {
    description = "The endpoint \(endpoint.method.rawValue) \(endpoint.pattern) can't be used: \(reason)"
  }
}

/// The pattern of an endpoint's path.
enum EndpointPattern {
  enum Component: Sendable, Equatable {
    case fixed(String)
    case any(String)

    var isFixed: Bool { fixed != nil }
    var fixed: String? { if case .fixed(let text) = self { text } else { nil } }
  }

  static func components(of endpoint: Endpoint, _ appTenancy: Tenancy) throws(EndpointError) -> [Component] {
    func refuse(_ reason: String) -> EndpointError { EndpointError(endpoint, reason) }
    let parts = endpoint.pattern.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.count >= 2, parts[0].isEmpty else { throw refuse("a pattern begins with a slash") }
    guard parts.count <= 17 else { throw refuse("a pattern has at most 16 components") }
    var components: [Component] = []
    for part in parts.dropFirst() {
      guard let component = component(String(Substring(part))) else {
        throw refuse(
          "\"\(String(Substring(part)))\" is no component: write text without braces, or a name in braces, such as {order}"
        )
      }
      components.append(component)
    }
    let names = components.compactMap { if case .any(let name) = $0 { name } else { nil } }
    guard Set(names).count == names.count else { throw refuse("two of its components have the same name") }
    guard components.contains(where: \.isFixed) else { throw refuse("at least one component must be fixed") }
    if let first = components[0].fixed, PageAddress.reserved.contains(first) {
      throw refuse("addresses below /\(first) are the server's own: begin with another component")
    }
    let (tenancy, namesTenant) = (endpoint.tenancy ?? appTenancy, names.contains("tenant"))
    if tenancy.isEverywhere { throw refuse("no tenant answers it: add .tenancy(.single), or another tenancy") }
    if tenancy.isPath, !namesTenant {
      throw refuse("its tenancy is .path: write {tenant} for the component that names the tenant")
    }
    if tenancy.isSingle, namesTenant {
      throw refuse("all users share one tenant: give {tenant} another name, or the app a tenancy that has several")
    }
    return components
  }

  private static func component(_ text: String) -> Component? {
    guard text.contains("{") || text.contains("}") else { return text.isEmpty ? nil : .fixed(text) }
    let name = text.dropFirst().dropLast()
    let isName = name.utf8.allSatisfy {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "_")
    }
    guard text.hasPrefix("{"), text.hasSuffix("}"), !name.isEmpty, isName else { return nil }
    return .any(String(name))
  }
}
