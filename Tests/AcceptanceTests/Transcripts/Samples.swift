import AggSource
import AggTesting
import Foundation
import TestSupport

/// The built-in sources, with a server that returns the samples that come with the program.
struct Samples {
    let agg: Agg
    let server: LoopbackServer

    private static let plugins = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Plugins")

    /// Creates a home with some sources, by id; the others are turned off.
    init(of sources: [String] = Agg.builtIns) async throws {
        let (cities, feed) = (try Self.sample("Cities"), try Self.sample("Feed"))
        let (repositories, inspections) = (try Self.sample("GitHub"), Self.file("SODA"))
        let schools = try JSONValue(parsing: Self.sample("NYCSchools"))
        let (directory, scores) = (schools["directory"]?.text ?? "", schools["scores"]?.text ?? "")
        server = try await LoopbackServer.start { request in
            switch request.path {
            case "/cities.json": .json(cities)
            case "/feed.json": .json(feed)
            case "/search/repositories": .json(repositories)
            case "/resource/s3k6-pzi2.json": .json(directory)
            case "/resource/f9bf-2cp4.json": .json(scores)
            default: LoopbackResponse(status: 404)
            }
        }
        agg = try Agg()
        let addresses = [
            "cities": "url: \"\(server.url("/cities.json"))\"", "feed": "url: \"\(server.url("/feed.json"))\"",
            "github": "endpoint: \"\(server.url(""))\"", "nyc-schools": "endpoint: \"\(server.url(""))\"",
            "chicago-inspections": "endpoint: \"\(inspections.absoluteString)\"",
        ]
        try agg.configure(addresses.filter { sources.contains($0.key) })
    }

    /// Fetches everything, then stops the server.
    func fetchAndGoOffline() async throws {
        _ = try await agg.run("refresh")
        await server.stop()
    }

    private static func file(_ module: String) -> URL { plugins.appending(path: "\(module)/Resources/starter.json") }

    private static func sample(_ module: String) throws -> String {
        try String(contentsOf: file(module), encoding: .utf8)
    }
}
