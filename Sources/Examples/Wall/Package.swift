// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Wall",
  products: [.executable(name: "wall", targets: ["Wall"])],
  dependencies: [.package(name: "oriel", path: "../../..")],
  targets: [
    .executableTarget(
      name: "Wall",
      dependencies: [
        .product(name: "Oriel", package: "oriel"),
        .product(name: "OrielPasswords", package: "oriel"),
        .product(name: "OrielServer", package: "oriel"),
      ],
      swiftSettings: [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]),
    .testTarget(
      name: "WallTests",
      dependencies: ["Wall", .product(name: "OrielTesting", package: "oriel")],
      swiftSettings: [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]),
  ],
  swiftLanguageModes: [.v6]
)
