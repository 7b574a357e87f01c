// swift-tools-version: 6.2
import PackageDescription

/// The data-source modules, one folder below `Plugins/` each.
///
/// A new source adds its name here and one line in
/// `Sources/AggApp/BuiltInSources.swift`. The list is explicit, since SwiftPM caches the manifest by its text.
let sources: [String: [Target.Dependency]] = [
    "ArcGIS": [],
    "CKAN": [],
    "Cities": [],
    "Command": ["ProgramRows"],
    "Feed": [],
    "GitHub": [],
    "NYCSchools": ["Socrata"],
    "SODA": ["Socrata"],
    "Singer": ["ProgramRows"],
    "Table": ["Deflate"],
]

/// Sources that run programs; their tests run real ones.
let sourcesOfPrograms: Set<String> = ["Command", "Singer"]

/// Sources without a built-in instance have no sample to bundle.
let sourcesWithoutSample: Set<String> = ["ArcGIS", "CKAN", "Command", "Singer", "Table"]

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

func module(_ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource]? = nil) -> Target {
    .target(name: name, dependencies: dependencies, resources: resources, swiftSettings: settings)
}

func tests(of name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource]? = nil) -> Target {
    .testTarget(
        name: "\(name)Tests",
        dependencies: dependencies,
        resources: resources,
        swiftSettings: settings)
}

func sourceModule(_ name: String, _ dependencies: [Target.Dependency]) -> [Target] {
    [
        .target(
            name: "\(name)Source",
            dependencies: ["AggSource"] + dependencies,
            path: "Plugins/\(name)",
            resources: sourcesWithoutSample.contains(name) ? [] : [.embedInCode("Resources")],
            swiftSettings: settings),
        tests(
            of: "\(name)Source",
            ["AggSource", "AggSearch", "AggCore", "AggTesting", "TestSupport", .byName(name: "\(name)Source")]
                + (sourcesOfPrograms.contains(name) ? ["AggProcess", "AggStorage"] : []) + dependencies),
    ]
}

/// The commit, set by the Makefile; only one small C module is compiled with it, so a commit rebuilds nothing else.
let commit: [CSetting] = Context.environment["AGG_COMMIT"].map { [.define("AGG_COMMIT", to: $0)] } ?? []

/// The modules below the program; each may import only those before it.
let parts: [Target.Dependency] = ["AggFiles", "AggText", "AggSource", "AggSearch", "AggStorage", "AggCore"]

let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let subprocess = Target.Dependency.product(name: "Subprocess", package: "swift-subprocess")
let heap = Target.Dependency.product(name: "HeapModule", package: "swift-collections")
let system = Target.Dependency.product(name: "SystemPackage", package: "swift-system")
let sockets = Target.Dependency.product(name: "FlyingSocks", package: "FlyingFox")
let yams = Target.Dependency.product(name: "Yams", package: "Yams")

/// `make fuzz` builds them with libFuzzer; otherwise, tests run each target briefly.
let fuzzed: [Target.Dependency] =
    parts + ["AggCommands", "AggConfiguration", "AggHTTP", "AggTesting", "AggWeb", "ProgramRows", "Socrata"]
    + sources.keys.sorted().map { .byName(name: "\($0)Source") }
let fuzz: Target =
    Context.environment["AGG_FUZZ"] == nil
    ? .testTarget(
        name: "FuzzTests", dependencies: fuzzed + ["TestSupport"], exclude: ["Main.swift"], swiftSettings: settings)
    : .executableTarget(
        name: "fuzz", dependencies: fuzzed, path: "Tests/FuzzTests", exclude: ["FuzzTargetTests.swift"],
        swiftSettings: settings)

let package = Package(
    name: "agg",
    products: [
        .executable(name: "agg", targets: ["agg"]),
        .library(name: "AggSource", targets: ["AggSource"]),
        .library(name: "AggApp", targets: ["AggApp"]),
        .library(name: "AggTesting", targets: ["AggTesting"]),
    ],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
        .package(url: "https://github.com/apple/swift-system", from: "1.5.0"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/swhitty/FlyingFox", exact: "0.27.1"),
    ],
    targets: [
        module("AggAtlas", resources: [.embedInCode("Resources")]),
        module("AggFiles", ["CProcess"]),
        module("AggText"),
        module("AggSource"),
        module("AggSearch", ["AggSource", "AggText"]),
        module("AggStorage", ["AggSearch", "AggSource", "AggText"]),
        module("AggCore", ["AggSearch", "AggSource", "AggStorage", "AggText"]),
        module("AggConfiguration", ["AggCore", "AggFiles", "AggSource", yams]),
        .target(name: "CCurl"),
        module("AggHTTP", ["AggFiles", "AggSource", "CCurl", "Deflate", logging]),
        .target(name: "CZlib"),
        module("Deflate", ["CZlib"]),
        module("AggProcess", ["AggFiles", "AggSource", logging, subprocess, system]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        module(
            "AggStore", ["AggFiles", "AggSearch", "AggSource", "AggStorage", "AggText", "CSQLite", grdb, heap, sqlite]),
        .target(name: "CPQ"),
        module(
            "AggPostgres", ["AggFiles", "AggSearch", "AggSource", "AggStorage", "AggText", "CPQ"]),
        module("AggCommands", ["AggAtlas", "AggCore", "AggFiles", "AggSearch", "AggSource", "AggStorage", "AggText"]),
        module("Socrata", ["AggSource"]),
        module("ProgramRows", ["AggSource"]),
        .systemLibrary(
            name: "CEditLine", pkgConfig: "libedit", providers: [.apt(["libedit-dev"])]),
        module(
            "AggShell",
            [
                "AggCommands", "AggCore", "AggFiles", "AggProcess", "AggSearch", "AggSource", "AggStorage", "AggText",
                "CEditLine",
            ]),
        module(
            "AggWeb",
            ["AggAtlas", "AggCommands", "AggCore", "AggSearch", "AggSource", "AggStorage", "AggText", sockets],
            resources: [.embedInCode("Resources")]),
        module("AggMCP", ["AggCommands", "AggCore", "AggSource"]),
        module("AggTesting", ["AggCore", "AggSearch", "AggSource", "AggStorage", "AggText"]),
        .target(name: "CVersion", cSettings: commit),
        module(
            "AggApp",
            parts + [
                "AggConfiguration", "AggHTTP", "AggPostgres", "AggProcess", "AggStore", "AggCommands", "AggMCP",
                "AggShell", "AggWeb",
                "CVersion",
                logging,
            ]
                + sources.keys.sorted().map { .byName(name: "\($0)Source") }),
        .systemLibrary(name: "CProcess"),
        .executableTarget(name: "agg", dependencies: ["AggApp", "CProcess"], swiftSettings: settings),

        tests(of: "AggAtlas", ["AggAtlas"]),
        tests(of: "AggCore", parts + ["AggTesting", "TestSupport"]),
        tests(of: "AggConfiguration", parts + ["AggConfiguration"]),
        tests(of: "AggHTTP", parts + ["AggHTTP", "AggTesting", "TestSupport", logging]),
        tests(of: "AggProcess", parts + ["AggProcess", "AggTesting", "TestSupport"]),
        tests(of: "AggStore", parts + ["AggPostgres", "AggStore", "AggTesting", "TestSupport", "CSQLite", grdb]),
        tests(of: "Socrata", ["Socrata", "AggSource", "AggHTTP", "AggTesting", "TestSupport", yams]),
        tests(of: "AggCommands", parts + ["AggCommands", "AggTesting", "TestSupport"]),
        .executableTarget(
            name: "LineEditorProbe",
            dependencies: ["AggShell"],
            path: "Tests/Support/LineEditorProbe",
            swiftSettings: settings),
        tests(
            of: "AggShell", parts + ["AggShell", "AggCommands", "AggTesting", "TestSupport", "LineEditorProbe"]),
        tests(of: "AggWeb", parts + ["AggWeb", "AggCommands", "AggTesting", "TestSupport"]),
        tests(of: "AggMCP", parts + ["AggMCP", "AggCommands", "AggTesting", "TestSupport"]),
        tests(of: "Architecture"),
        fuzz,
        .target(name: "TestSupport", path: "Tests/Support/TestSupport", swiftSettings: settings),
        tests(of: "Acceptance", parts + ["AggCommands", "AggTesting", "TestSupport", "agg", grdb]),
    ] + sources.sorted { $0.key < $1.key }.flatMap { sourceModule($0.key, $0.value) },
    swiftLanguageModes: [.v6]
)
