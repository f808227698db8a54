// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

// Only with compilers of which it is known what they warn of: an app that depends on this package by its path gets these
// settings too, and a newer compiler must not break its build.
#if compiler(<6.4)
  let strictness: [SwiftSetting] = [.treatAllWarnings(as: .error)]
#else
  let strictness: [SwiftSetting] = []
#endif

let settings: [SwiftSetting] =
  strictness + [
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    // At run time, checks of exclusive access are a tenth of a click. Debug builds have them, and all tests are run in these.
    .unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release)),
  ]

/// A room of the building. Its dependencies are its doors: see the README's table of rooms.
func room(
  _ name: String, _ doors: [Target.Dependency] = [], resources: [Resource] = [], plugins: [Target.PluginUsage] = []
) -> Target {
  .target(name: name, dependencies: doors, resources: resources, swiftSettings: settings, plugins: plugins)
}

func tests(_ name: String, _ doors: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: doors, swiftSettings: settings)
}

let package = Package(
  name: "Oriel",
  products: [
    .library(name: "Oriel", targets: ["Oriel"]),
    .library(name: "OrielServer", targets: ["OrielServer"]),
    .library(name: "OrielTesting", targets: ["OrielTesting"]),
    .library(name: "OrielPasswords", targets: ["OrielPasswords"]),
    .library(name: "OrielMarkdown", targets: ["OrielMarkdown"]),
    .library(name: "OrielTracing", targets: ["OrielTracing"]),
    .plugin(name: "StringCatalogs", targets: ["StringCatalogs"]),
    .executable(name: "oriel", targets: ["OrielProgram"]),
    .executable(name: "gallery", targets: ["GalleryProgram"]),
  ],
  traits: [
    .trait(name: "PostgreSQL", description: "Stores windows in PostgreSQL too. Needs libpq-dev.")
  ],
  dependencies: [
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    room("OrielDocument"),
    room("OrielMessages", ["OrielDocument"]),
    .macro(
      name: "OrielMacros",
      dependencies: [
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
        .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
      ],
      swiftSettings: settings),
    tests("OrielDocumentTests", ["OrielDocument"]),
    tests("OrielWireTests", ["OrielWire", "OrielDocument"]),
    tests(
      "OrielMacrosTests",
      [
        "OrielMacros",
        .product(name: "SwiftSyntaxMacroExpansion", package: "swift-syntax"),
        .product(name: "SwiftIfConfig", package: "swift-syntax"),
      ]),
    room("Oriel", ["OrielDocument", "OrielMacros"], plugins: ["StringCatalogs"]),
    tests("OrielTests", ["Oriel", "OrielDocument", "OrielTesting", "OrielHub"]),
    room("OrielWire", ["OrielMessages", "OrielDocument"]),
    room(
      "OrielHub",
      [
        "Oriel", "OrielMessages", "OrielDocument", .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "Logging", package: "swift-log"),
      ]),
    room(
      "OrielGateway",
      [
        "OrielHub", "OrielWire", "OrielMessages", "OrielDocument",
        .product(name: "DequeModule", package: "swift-collections"),
      ]),
    .systemLibrary(name: "CLibWebSockets", pkgConfig: "libwebsockets", providers: [.apt(["libwebsockets-dev"])]),
    .systemLibrary(name: "CLibUV", pkgConfig: "libuv", providers: [.apt(["libuv1-dev"])]),
    .target(name: "CSystemCalls"),
    room(
      "OrielTransport",
      [
        "OrielGateway", "OrielHub", "OrielWire", "CLibWebSockets", "CLibUV", "CSystemCalls",
        .product(name: "DequeModule", package: "swift-collections"),
      ]),
    room("OrielSystem", ["OrielTransport", "OrielHub", "CLibWebSockets"]),
    tests(
      "OrielTransportTests",
      [
        "OrielTransport", "OrielSystem", "OrielGateway", "OrielHub", "OrielSQLite", "OrielWire", "OrielDocument",
        "Oriel", .product(name: "Logging", package: "swift-log"),
      ]),
    .executableTarget(
      name: "OrielEcho",
      dependencies: [
        "OrielTransport", "OrielSystem", "OrielGateway", "OrielHub", "OrielSQLite", "OrielWire", "Oriel",
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Tests/Echo", swiftSettings: settings),
    .executableTarget(
      name: "OrielFaulty", dependencies: ["Oriel", "OrielServer"], path: "Tests/Faulty", swiftSettings: settings),
    .executableTarget(
      name: "OrielDesk", dependencies: ["Oriel", "OrielServer"], path: "Tests/Desk", swiftSettings: settings,
      plugins: ["StringCatalogs"]),
    room(
      "OrielAdmin", ["OrielHub", "OrielGateway", "OrielDocument", "Oriel"],
      resources: [.embedInCode("openapi.json")]),
    tests(
      "OrielAdminTests",
      [
        "OrielAdmin", "OrielHub", "OrielGateway", "OrielDocument", "Oriel", "OrielTesting", "Gallery",
        .product(name: "Logging", package: "swift-log"),
      ]),
    room("OrielJWT", ["OrielGateway", "OrielHub", "OrielSystem", "OrielDocument", "Oriel"]),
    tests("OrielJWTTests", ["OrielJWT", "OrielGateway", "OrielHub", "OrielDocument", "Oriel"]),
    room(
      "OrielServer",
      [
        "Oriel", "OrielDocument", "OrielMessages", "OrielHub", "OrielSQL", "OrielSQLite", "OrielGateway",
        "OrielTransport",
        "OrielSystem", "OrielAdmin", "OrielCommand", "OrielWebClient", "OrielJWT",
        .target(name: "OrielPostgres", condition: .when(traits: ["PostgreSQL"])),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "CoreMetrics", package: "swift-metrics"),
      ]),
    tests(
      "OrielServerTests",
      [
        "OrielServer", "OrielGateway", "OrielTesting", "OrielHub", "OrielWire", "OrielWebClient", "OrielDocument",
        "Oriel",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"), .product(name: "CoreMetrics", package: "swift-metrics"),
      ]),
    .systemLibrary(name: "CArgon2", pkgConfig: "libargon2", providers: [.apt(["libargon2-dev"])]),
    room("OrielPasswords", ["CArgon2"]),
    tests("OrielPasswordsTests", ["OrielPasswords"]),
    .systemLibrary(name: "CMD4C", pkgConfig: "md4c", providers: [.apt(["libmd4c-dev"])]),
    room("OrielMarkdown", ["Oriel", "CMD4C"]),
    tests("OrielMarkdownTests", ["OrielMarkdown", "Oriel", "OrielDocument", "OrielTesting"]),
    room("OrielTracing", ["Oriel", .product(name: "Tracing", package: "swift-distributed-tracing")]),
    tests(
      "OrielTracingTests",
      [
        "OrielTracing", "Oriel", "OrielTesting", .product(name: "Tracing", package: "swift-distributed-tracing"),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
      ]),
    // What authors are given to begin with: it must build.
    .executableTarget(
      name: "Notes", dependencies: ["Oriel", "OrielServer"], path: "deploy/template/Sources/Notes",
      swiftSettings: settings),
    .testTarget(
      name: "NotesTests", dependencies: ["Notes", "OrielTesting"], path: "deploy/template/Tests/NotesTests",
      swiftSettings: settings),
    .systemLibrary(name: "CBrotli", pkgConfig: "libbrotlienc", providers: [.apt(["libbrotli-dev"])]),
    .executableTarget(name: "EmbedFiles", dependencies: ["CBrotli"], swiftSettings: settings),
    .plugin(
      name: "EmbedFilesPlugin", capability: .buildTool(), dependencies: ["EmbedFiles"],
      path: "Sources/EmbedFilesPlugin"),
    .executableTarget(name: "CompileStrings", swiftSettings: settings),
    .plugin(
      name: "StringCatalogs", capability: .buildTool(), dependencies: ["CompileStrings"],
      path: "Sources/StringCatalogs"),
    .target(name: "OrielWebClient", swiftSettings: settings, plugins: ["EmbedFilesPlugin"]),
    room(
      "OrielTesting",
      [
        "Oriel", "OrielHub", "OrielSQLite", "OrielMessages", "OrielDocument",
        .product(name: "Logging", package: "swift-log"),
      ]),
    tests("OrielHubTests", ["OrielTesting", "OrielHub", "Oriel", "OrielDocument"]),
    tests("OrielTestingTests", ["OrielTesting", "Gallery", "Oriel", "OrielDocument"]),
    room(
      "OrielSQL",
      ["OrielHub", "OrielDocument", "Oriel", .product(name: "DequeModule", package: "swift-collections")]),
    room(
      "OrielSQLite",
      [
        "OrielSQL", "OrielHub", "Oriel", .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]),
    .systemLibrary(name: "CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    room("OrielPostgres", ["OrielSQL", "OrielHub", "Oriel", "CLibPQ"]),
    tests(
      "OrielStoreTests",
      ["OrielSQLite", "OrielPostgres", "OrielSQL", "OrielHub", "OrielTesting", "Oriel", "OrielDocument"]),
    // What is fuzzed, in the usual build, with the inputs of the corpus.
    .testTarget(
      name: "OrielFuzzingTests",
      dependencies: [
        "OrielDocument", "OrielWire", "Oriel", "OrielHub", "OrielGateway", "OrielTransport", "OrielSQL", "OrielSQLite",
        "OrielTesting", .product(name: "GRDB", package: "GRDB.swift"),
      ],
      path: "Tests/Fuzzing", exclude: ["CLibFuzzer", "Corpus", "Fuzzing.swift"], swiftSettings: settings),
    .systemLibrary(name: "CQRCode", pkgConfig: "qrcodegen", providers: [.apt(["libqrcodegen-dev"])]),
    // It shows its visitors the code that makes what they see.
    .target(
      name: "Gallery", dependencies: ["Oriel", "OrielMarkdown", "CQRCode"], exclude: ["Page"], swiftSettings: settings,
      plugins: ["EmbedFilesPlugin"]),
    .executableTarget(name: "GalleryProgram", dependencies: ["Gallery", "OrielServer"], swiftSettings: settings),
    tests("GalleryTests", ["Gallery", "OrielTesting", "OrielHub", "Oriel", "OrielDocument"]),
    room(
      "OrielCommand",
      [
        "OrielMessages", "OrielDocument", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .executableTarget(name: "OrielProgram", dependencies: ["OrielCommand"], swiftSettings: settings),
    tests(
      "OrielCommandTests",
      ["OrielCommand", "OrielDocument", .product(name: "ArgumentParser", package: "swift-argument-parser")]),
    .systemLibrary(name: "CEpoll", path: "Tests/Benchmark/CEpoll"),
    .executableTarget(
      name: "OrielBenchmark",
      dependencies: [
        "Oriel", "OrielAdmin", "OrielHub", "OrielPostgres", "OrielSQLite", "OrielTransport", "OrielSystem",
        "OrielServer",
        "OrielTesting", "OrielWebClient", "CEpoll",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Tests/Benchmark", exclude: ["CEpoll", "ledger.md"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)

// What authors may copy, each in a package of its own too: it must build and pass here.
for (name, doors) in [
  ("Blotter", ["OrielPasswords"]), ("CallQueue", ["OrielPasswords"]), ("DispatchDesk", []),
  ("Wall", ["OrielPasswords"]),
] as [(String, [Target.Dependency])] {
  let folder = "Sources/Examples/\(name)"
  package.targets += [
    .executableTarget(
      name: name, dependencies: ["Oriel", "OrielServer"] + doors, path: "\(folder)/Sources/\(name)",
      swiftSettings: settings),
    .testTarget(
      name: "\(name)Tests", dependencies: [.init(stringLiteral: name), "Oriel", "OrielTesting"],
      path: "\(folder)/Tests/\(name)Tests", swiftSettings: settings),
  ]
}

// What tests a macro is built with the tools, and all other tests with it, rooms included: a second time. So the macros
// have a run of their own.
let testsMacros = Context.environment["ORIEL_TEST_MACROS"] != nil
package.targets.removeAll { $0.type == .test && ($0.name == "OrielMacrosTests") != testsMacros }

// Only the tests ask for it: an app with a database of its own, which needs libpq's headers; and all programs of the tests,
// which are built as what a target depends on, because Swift builds one product at a time.
if Context.environment["ORIEL_OWN_DATABASE"] != nil {
  package.targets += [
    .executableTarget(
      name: "OrielOrders",
      dependencies: ["Oriel", "OrielServer", "CLibPQ", .product(name: "GRDB", package: "GRDB.swift")],
      path: "Tests/Orders", swiftSettings: settings),
    .target(
      name: "OrielPrograms",
      dependencies: [
        "GalleryProgram", "OrielProgram", "OrielEcho", "OrielFaulty", "OrielDesk", "OrielOrders", "OrielBenchmark",
        "Notes",
      ],
      path: "Tests/Programs", swiftSettings: settings),
  ]
}

// Only `deploy/docs` needs it: who builds an app with Oriel does not fetch it.
if Context.environment["ORIEL_DOCUMENTATION"] != nil {
  package.dependencies.append(.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"))
}

// Only `deploy/fuzz` asks for it: what is fuzzed, with sanitizers. The macros are those of the usual build, because
// swift-syntax would take longer to build than all of this.
if Context.environment["ORIEL_FUZZING"] != nil {
  let sanitized = ["-sanitize=fuzzer,address"]
  let macros = "\(Context.packageDirectory)/.build/debug/OrielMacros-tool#OrielMacros"
  let tools = [
    "OrielMacros", "EmbedFiles", "EmbedFilesPlugin", "CBrotli", "OrielWebClient",
    "Gallery",
  ]
  // It runs while Oriel is built.
  let catalogs = "CompileStrings"
  package.products = []
  package.targets.removeAll {
    $0.type == .test || $0.type == .executable && $0.name != catalogs || tools.contains($0.name)
  }
  package.targets.removeAll { ["OrielAdmin", "OrielCommand", "OrielServer"].contains($0.name) }
  package.targets += [
    .systemLibrary(name: "CLibFuzzer", path: "Tests/Fuzzing/CLibFuzzer"),
    .executableTarget(
      name: "OrielFuzzing",
      dependencies: [
        "CLibFuzzer",
        "OrielDocument", "OrielWire", "Oriel", "OrielHub", "OrielGateway", "OrielTransport", "OrielSQL", "OrielSQLite",
        "OrielTesting", .product(name: "GRDB", package: "GRDB.swift"),
      ],
      path: "Tests/Fuzzing", exclude: ["CLibFuzzer", "Corpus", "CorpusTests.swift"], swiftSettings: settings,
      linkerSettings: [.unsafeFlags(sanitized + ["-use-ld=lld"])]),
  ]
  for target in package.targets where target.type != .system && target.name != catalogs {
    target.dependencies.removeAll { if case .byNameItem("OrielMacros", _) = $0 { true } else { false } }
    target.swiftSettings?.append(.unsafeFlags(sanitized + ["-load-plugin-executable", macros]))
  }
}
