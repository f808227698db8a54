/// Decides which users share state: the tenant of each new window, and the users that a tenant admits.
///
/// ```swift
/// @main struct Desk: WindowApp {
///   var tenancy: Tenancy { .claim("room") }
///   …
/// }
/// ```
///
/// It is asked when a page opens a new window. The window keeps its tenant for ever. Where no tenant is found, the scene
/// does not exist for that visitor.
public struct Tenancy: Sendable {
  /// Decides who is admitted to a tenant. Called on the hub with the user and the tenant's objects, before a window is
  /// opened or returned to, and again when something that it read from these objects changes.
  ///
  /// - Returns: The user as this tenant knows them, with other roles or another name; `nil` refuses. Another `id` is
  ///   ignored.
  public typealias Admission = @Sendable (_ user: User, _ environment: EnvironmentValues) -> User?

  package enum Rule: Sendable {
    case single
    case perUser
    case everywhere
    case claim(String)
    case subdomain(of: String)
    case path
    case queryItem(String)
    case custom(@Sendable (User, PageAddress) -> Tenant?)

    package var isPerUser: Bool { if case .perUser = self { true } else { false } }
  }

  package let rule: Rule
  package let admit: Admission?

  /// All users share. The default.
  public static var single: Tenancy { Tenancy(rule: .single, admit: nil) }

  /// Users share nothing: each is a tenant.
  public static var perUser: Tenancy { Tenancy(rule: .perUser, admit: nil) }

  /// Windows for everybody that belong to no tenant, such as a public wallboard: they see the services and the
  /// publications of all tenants. Of a ``SharedModel``, one instance for the whole server.
  ///
  /// Nothing of such a window is saved, and its events are applied at most once. When the server restarts, or a page
  /// comes back after its window has been put to sleep, the page gets a new window. A message
  /// that it posts to a tenant is saved before the event is acknowledged. `once` and `publish(_:)` are refused.
  public static var everywhere: Tenancy { Tenancy(rule: .everywhere, admit: nil) }

  /// All users share, if they are admitted.
  public static func single(admit: @escaping Admission) -> Tenancy { Tenancy(rule: .single, admit: admit) }

  /// Users share with those whose credentials have the same value of a claim, such as the claim `org` of a JSON Web
  /// Token. The claim must name the window's tenant whenever a page attaches.
  public static func claim(_ name: String, admit: Admission? = nil) -> Tenancy {
    Tenancy(rule: .claim(name), admit: admit)
  }

  /// The tenant is the part of the page's host name before `host`: `acme` of `acme.example.com`. Any visitor can type it,
  /// so `admit` decides.
  public static func subdomain(of host: String, admit: @escaping Admission) -> Tenancy {
    Tenancy(rule: .subdomain(of: host.lowercased()), admit: admit)
  }

  /// The tenant is the first component of the page's address: `acme` of `/acme/board`. Routes and `onOpenURL` get the
  /// rest. Any visitor can type it, so `admit` decides.
  public static func path(admit: @escaping Admission) -> Tenancy { Tenancy(rule: .path, admit: admit) }

  /// The tenant is the value of an item in the query of the page's address: `k3p9` of `/board?room=k3p9`, where `name` is
  /// `room`. Routes and `onOpenURL` get the rest. Visitors whose address has no such item, or an empty
  /// one, share the tenant ``Tenant/app``. Any visitor can type it, so `admit` decides.
  public static func queryItem(_ name: String, admit: @escaping Admission) -> Tenancy {
    Tenancy(rule: .queryItem(name), admit: admit)
  }

  /// The tenant that `tenant` returns for a user and the address of the page; `nil` where there is none.
  public static func custom(
    _ tenant: @escaping @Sendable (_ user: User, _ address: PageAddress) -> Tenant?, admit: @escaping Admission
  ) -> Tenancy {
    Tenancy(rule: .custom(tenant), admit: admit)
  }

  /// The domain whose subdomains are tenants.
  package var domain: String? { if case .subdomain(let host) = rule { host } else { nil } }

  package var isPath: Bool { if case .path = rule { true } else { false } }

  /// The name of the item whose value is the tenant.
  package var queryItem: String? { if case .queryItem(let name) = rule { name } else { nil } }

  /// Whether its windows belong to no tenant.
  package var isEverywhere: Bool { if case .everywhere = rule { true } else { false } }

  /// Whether all visitors have one tenant.
  package var isSingle: Bool { if case .single = rule { true } else { false } }

  /// Whether visitors have the app's tenant who name none, so that its state is loaded before the first of them.
  package var leadsToApp: Bool { isSingle || queryItem != nil }

  /// The tenant of a new window; `nil` where there is none.
  package func tenant(of user: User, at address: PageAddress) -> Tenant? {
    switch rule {
    case .single: .app
    case .perUser: .user(user.id)
    case .everywhere: .everywhere
    case .claim(let name): user.claims[name].flatMap { Tenant($0) }
    case .subdomain(let host): Self.subdomain(address.host, of: host).flatMap { Tenant($0) }
    case .path: address.tenantInPath
    case .queryItem(let name): address.item(name).map { $0.isEmpty ? .app : Tenant($0) } ?? .app
    case .custom(let tenant): tenant(user, address)
    }
  }

  private static func subdomain(_ name: String, of host: String) -> String? {
    guard name.hasSuffix("." + host) else { return nil }
    let tenant = name.dropLast(host.count + 1)
    return tenant.isEmpty || tenant.contains(".") ? nil : String(tenant)
  }
}

extension Scene {
  /// Gives one scene a tenancy of its own, such as a start page that all visitors share. Of a ``SharedModel`` each tenant
  /// has its own instance; the only tenancy that it takes is ``Tenancy/everywhere``.
  ///
  /// A member of a tenant has the same roles in all its windows: those that `admit` gave last. If two tenancies of an app
  /// lead to the same tenant, use the same `admit` for both.
  public func tenancy(_ tenancy: Tenancy) -> Self { changing { $0.tenancy = tenancy } }
}

/// There is no such tenant: throw it in ``WindowApp/environment(for:)-(Tenant)``. Pages are told that nothing is at this
/// address, and the tenant is not asked for again within a minute.
public struct UnknownTenant: Error {
  /// Creates the error.
  public init() {}
}
