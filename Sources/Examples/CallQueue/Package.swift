// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "CallQueue",
  products: [.executable(name: "callqueue", targets: ["CallQueue"])],
  dependencies: [.package(name: "oriel", path: "../../..")],
  targets: [
    .executableTarget(
      name: "CallQueue",
      dependencies: [
        .product(name: "Oriel", package: "oriel"),
        .product(name: "OrielPasswords", package: "oriel"),
        .product(name: "OrielServer", package: "oriel"),
      ],
      swiftSettings: [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]),
    .testTarget(
      name: "CallQueueTests",
      dependencies: [
        "CallQueue",
        .product(name: "Oriel", package: "oriel"),
        .product(name: "OrielTesting", package: "oriel"),
      ],
      swiftSettings: [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]),
  ],
  swiftLanguageModes: [.v6]
)
