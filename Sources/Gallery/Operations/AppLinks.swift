import Oriel

/// The way from an app to the first page of its room, and to the visitor's windows.
struct AppLinks: View {
  let room: Tenant

  var body: some View {
    HStack(spacing: 24) {
      Link("All apps", destination: DemoRoom.address("/", in: room)).id("apps")
      Link("Your windows", destination: DemoRoom.address("/windows", in: room)).id("windows")
    }
    .id("links")
  }
}
