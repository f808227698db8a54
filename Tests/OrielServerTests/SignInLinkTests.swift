import Testing

@testable import OrielGateway

struct SignInLinkTests {
  private let link = SignInLink(key: "k3y", now: 1000)

  private func use(_ path: String = "/sign-in/link/k3y", at now: Int64 = 1000) -> SignInLink.Use {
    link.use(path, now: now) { $0 == $1 }
  }

  @Test func `a link works once`() {
    #expect(link.path == "/sign-in/link/k3y")
    #expect([use(), use(), use()] == [.accepted, .used, .used])
  }

  @Test func `a link works for a quarter of an hour`() {
    #expect(use(at: 1000 + SignInLink.lifetime) == .expired)
    #expect(use(at: 999 + SignInLink.lifetime) == .accepted)
  }

  @Test func `another link is none, and uses nothing up`() {
    #expect(use("/sign-in/link/k3x") == .unknown)
    #expect(use("/sign-in/link/k3y/") == .unknown)
    #expect(use() == .accepted)
  }
}
