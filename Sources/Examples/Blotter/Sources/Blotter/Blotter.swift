import Foundation
import Oriel
import OrielServer

@main
struct Blotter: WindowApp {
  var tenancy: Tenancy { .claim("desk") }

  var body: some Scene {
    WindowGroup("Blotter", id: "blotter") { .split(sidebar: .shared("prices"), detail: .stacked(BlotterModel())) }
    WindowGroup("Ticket", id: "ticket") { TicketModel() }
    WindowGroup("Chart", id: "chart", for: String.self) { symbol in ChartModel(symbol: symbol) }
    WindowGroup("Supervisor", id: "supervisor") { SupervisorModel() }.requiresRole("supervisor")
    SharedModel("prices") { PricesModel() }
    WindowGroup("Sign in", id: "enter") { EnterModel() }
      .tenancy(.single)
      .asksToSignIn()
  }

  var endpoints: [Endpoint] {
    [
      Endpoint(.post, "/hooks/{tenant}/fills", Desk.self)
        .opensToAnyone()
        .idempotencyKey { $0.header("webhook-id") },
      Endpoint(.get, "/orders.csv", Desk.self),
    ]
  }

  var pageFiles: [PageFile] { [PageFile("chart.js", chartScript), PageFile("look.css", chartStyle)] }

  func prepare() async throws -> Services {
    let settings = ProcessInfo.processInfo.environment
    let url = settings["BLOTTER_EXCHANGE"].flatMap(URL.init(string:))
    let exchange: any Exchange = if let url { HTTPExchange(url: url) } else { SimulatedExchange() }
    let feed = Feed()
    Task { await feed.run() }
    return [feed, exchange, HookSecret(settings["BLOTTER_FILL_SECRET"] ?? "example")]
  }

  func environment(for tenant: Tenant) async throws -> EnvironmentValues {
    if tenant == .app { return [Accounts()] }
    // Anyone can name a tenant in the address of the webhook.
    guard ["rates", "metals"].contains(tenant.id) else { throw UnknownTenant() }
    return [Desk(), Market()]
  }
}
