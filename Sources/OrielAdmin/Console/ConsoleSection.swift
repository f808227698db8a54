import Oriel
import OrielHub

/// A section of the console. A new section is a case here, with its title, symbol and model.
enum ConsoleSection: String, CaseIterable, Codable {
  case overview, users, windows, tenants, triggers, audit, settings

  var title: String {
    switch self {
    case .overview: "Overview"
    case .users: "Users"
    case .windows: "Windows"
    case .tenants: "Tenants"
    case .triggers: "Triggers"
    case .audit: "Audit"
    case .settings: "Settings"
    }
  }

  var systemImage: String {
    switch self {
    case .overview: "house"
    case .users: "person"
    case .windows: "list"
    case .tenants: "building"
    case .triggers: "bell"
    case .audit: "flag"
    case .settings: "gear"
    }
  }

  func isOpen(to rights: OperatorRights) -> Bool {
    switch self {
    case .windows: rights.allowSomewhere(OperatorRights.look)
    case .triggers: rights.allowSomewhere(.trigger)
    case .audit: rights.allow(OperatorRights.audit)
    case .settings: rights.allow(OperatorRights.look) || rights.allow(.set) || rights.allow(.drain)
    case .overview, .users, .tenants: rights.allow(OperatorRights.look)
    }
  }

  func makeModel() -> any NavigationModel {
    switch self {
    case .overview: OverviewModel()
    case .users: UsersModel()
    case .windows: WindowsModel()
    case .tenants: TenantsModel()
    case .triggers: TriggersModel()
    case .audit: AuditModel()
    case .settings: SettingsModel()
    }
  }
}

/// A message that makes the console open a section.
struct OpenSection: NavigationMessage {
  let section: ConsoleSection
}
