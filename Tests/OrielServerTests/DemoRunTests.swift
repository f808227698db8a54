import Testing

@testable import OrielServer

struct DemoRunTests {
  @Test func `a server learns from its environment which run it is`() {
    let run = DemoRun(number: 2, port: 8080, adminToken: "t0ken")
    #expect(DemoRun(environment: [DemoRun.variable: run.text]) == run)
  }

  @Test(arguments: [[:], ["ORIEL_DEMO_RUN": ""], ["ORIEL_DEMO_RUN": "1 x t"], ["ORIEL_DEMO_RUN": "1 70000 t"]])
  func `a process that no supervisor started is no run of a demo`(_ environment: [String: String]) {
    #expect(DemoRun(environment: environment) == nil)
  }
}
