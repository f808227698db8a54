// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "DispatchDesk",
  products: [.executable(name: "dispatchdesk", targets: ["DispatchDesk"])],
  dependencies: [.package(name: "oriel", path: "../../..")],
  targets: [
    .executableTarget(
      name: "DispatchDesk",
      dependencies: [
        .product(name: "Oriel", package: "oriel"),
        .product(name: "OrielServer", package: "oriel"),
      ],
      swiftSettings: [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]),
    .testTarget(
      name: "DispatchDeskTests",
      dependencies: [
        "DispatchDesk",
        .product(name: "Oriel", package: "oriel"),
        .product(name: "OrielTesting", package: "oriel"),
      ],
      swiftSettings: [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]),
  ],
  swiftLanguageModes: [.v6]
)
