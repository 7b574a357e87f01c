// swift-tools-version: 6.2
import PackageDescription

let agg = "agg"
let package = Package(
    name: "own-agg",
    dependencies: [.package(name: agg, path: "../../..")],
    targets: [
        .target(
            name: "QuakesSource",
            dependencies: [.product(name: "AggSource", package: agg)],
            resources: [.embedInCode("Resources/starter.json")]),
        .executableTarget(
            name: "own-agg",
            dependencies: [.product(name: "AggApp", package: agg), "QuakesSource"]),
        .testTarget(
            name: "QuakesSourceTests",
            dependencies: [.product(name: "AggTesting", package: agg), "QuakesSource"]),
    ]
)
