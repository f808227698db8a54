import Oriel
import Testing

@testable import OrielServer

/// The number of event loops, and the words for it.
struct LoopPlanTests {
  @Test func `without a number, tenants have a loop for each core, and users who all share have one`() {
    let rooms = Tenancy.queryItem("room") { user, _ in user }
    let plans = [Tenancy.claim("room"), .single, rooms].map { LoopPlan(nil, for: RoomsApp(tenancy: $0), cores: 8) }
    #expect(plans.map(\.count) == [8, 1, 1])
    #expect(
      plans.map(\.reason) == [
        "one for each core; a tenant is on one of them", "all users share one tenant",
        "all whose address names no tenant share one",
      ])
    #expect(plans.flatMap(\.warnings) == [])
    #expect(LoopPlan(nil, for: RoomsApp(tenancy: .perUser), cores: 200).count == 64)
  }

  @Test(arguments: [Tenancy.claim("room"), .perUser, .everywhere, .queryItem("room") { user, _ in user }])
  func `an app whose windows are spread has as many loops as are asked for`(tenancy: Tenancy) {
    let plan = LoopPlan(4, for: RoomsApp(tenancy: tenancy))
    #expect(plan.count == 4)
    #expect(plan.reason == "as --loops says")
    #expect(plan.warnings == [])
  }

  @Test func `an app whose users all share is told that its handlers use one`() {
    let plan = LoopPlan(8, for: RoomsApp(tenancy: .single))
    #expect(plan.count == 8)
    #expect(
      plan.warnings == [
        "All users share one tenant, so handlers use one of 8 loops. If users share nothing, say "
          + "'var tenancy: Tenancy { .perUser }'; if groups do, name them: see Tenancy."
      ])
    #expect(LoopPlan(1, for: RoomsApp(tenancy: .single)).warnings == [])
  }

}

private struct RoomsApp: WindowApp {
  var tenancy: Tenancy

  init() { tenancy = .single }
  init(tenancy: Tenancy) { self.tenancy = tenancy }

  var body: some Scene {
    WindowGroup("Room") { RoomModel() }
  }
}

@NavigationModel
private final class RoomModel {
  var body: some View { Text("Room") }
}
