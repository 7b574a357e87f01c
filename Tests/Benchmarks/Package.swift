// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "benchmarks",
    targets: [.executableTarget(name: "benchmarks", path: "Sources/Benchmarks")],
    swiftLanguageModes: [.v6]
)
