import Oriel

/// The requests that are handled at the same time: of each tenant, and within it of each endpoint and each sender, so that what
/// one of them sends leaves room for others.
struct RequestPlaces {
  private enum Place: Hashable {
    case tenant(Tenant)
    case endpoint(Tenant, ScalarKey)
    case sender(Tenant, ScalarKey)
  }

  private var counts: [Place: Int] = [:]

  /// Takes the places of a request.
  ///
  /// - Returns: Of what there are too many, for the log; `nil` if there was room.
  mutating func take(_ request: RunningRequest, _ limits: HubLimits) -> String? {
    let ofSender = request.holder.limit(
      ofUser: limits.requestsPerUser, ofNetwork: limits.requestsPerNetwork, ofAll: limits.requestsPerTenant)
    let names = ["others", "others to the endpoint", "others of the same sender"]
    let limits = [limits.requestsPerTenant, limits.requestsPerEndpoint, ofSender]
    let places = Self.places(of: request)
    for ((place, limit), name) in zip(zip(places, limits), names) where counts[place, default: 0] >= limit {
      return "\(limit) \(name)"
    }
    for place in places { counts[place, default: 0] += 1 }
    return nil
  }

  mutating func free(_ request: RunningRequest) {
    for place in Self.places(of: request) { counts[place] = counts[place].flatMap { $0 > 1 ? $0 - 1 : nil } }
  }

  private static func places(of request: RunningRequest) -> [Place] {
    let tenant = request.home.tenant
    return [
      .tenant(tenant), .endpoint(tenant, request.holder.endpoint), .sender(tenant, ScalarKey(request.holder.name)),
    ]
  }
}
