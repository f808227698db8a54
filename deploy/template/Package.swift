// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Notes",
  products: [.executable(name: "notes", targets: ["Notes"])],
  dependencies: [.package(path: "oriel")],
  targets: [
    .executableTarget(
      name: "Notes",
      dependencies: [
        .product(name: "Oriel", package: "oriel"),
        .product(name: "OrielServer", package: "oriel"),
      ],
      swiftSettings: [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]),
    .testTarget(
      name: "NotesTests",
      dependencies: ["Notes", .product(name: "OrielTesting", package: "oriel")],
      swiftSettings: [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]),
  ],
  swiftLanguageModes: [.v6]
)
