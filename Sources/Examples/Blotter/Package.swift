// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Blotter",
  products: [.executable(name: "blotter", targets: ["Blotter"])],
  dependencies: [.package(name: "oriel", path: "../../..")],
  targets: [
    .executableTarget(
      name: "Blotter",
      dependencies: [
        .product(name: "Oriel", package: "oriel"),
        .product(name: "OrielPasswords", package: "oriel"),
        .product(name: "OrielServer", package: "oriel"),
      ],
      swiftSettings: [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]),
    .testTarget(
      name: "BlotterTests",
      dependencies: [
        "Blotter",
        .product(name: "Oriel", package: "oriel"),
        .product(name: "OrielTesting", package: "oriel"),
      ],
      swiftSettings: [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]),
  ],
  swiftLanguageModes: [.v6]
)
