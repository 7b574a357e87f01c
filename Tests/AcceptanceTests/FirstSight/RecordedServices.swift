import AggTesting
import Foundation
import TestSupport

/// Recorded responses of the services, if available: all cities, 1,000 inspections, 440 schools with their scores, a page of
/// repositories, and a feed.
enum RecordedServices {
    /// Whether the recordings are available.
    static let areThere = ["cities", "soda", "github", "nyc-schools", "feed"].allSatisfy(RealData.has)

    /// A configuration of the five sources; `cities` is the part for that source.
    static func configuration(_ server: LoopbackServer, cities: String) -> String {
        """
        sources:
          - {id: cities, \(cities)}
          - {id: chicago-inspections, endpoint: "\(server.url(""))"}
          - {id: github, endpoint: "\(server.url(""))"}
          - {id: nyc-schools, endpoint: "\(server.url(""))"}
          - {id: feed, url: "\(RealData.url("feed/real-world/dcrainmaker.xml"))", keep: 36500d}

        """
    }

    /// The response to a request; one page has everything.
    static func answer(_ request: LoopbackRequest) -> LoopbackResponse {
        let file =
            switch request.path {
            case "/search/repositories": "github/search/GHRepositoryTest.searchRepositories.2-search_repositories.json"
            case "/resource/4ijn-s7e5.json": "soda/4ijn-s7e5.2013-03.default-1000.json"
            default: request.path.replacing("/resource/", with: "nyc-schools/")
            }
        let isRest = request.query["$offset"].map { $0 != "0" } ?? false
        return .json(isRest ? "[]" : (try? RealData.text(file)) ?? "")
    }

    /// The public list of cities.
    static func cities() throws -> String {
        let gunzip = Process()
        let pipe = Pipe()
        gunzip.executableURL = URL(filePath: "/usr/bin/env")
        gunzip.arguments = ["gzip", "-dc", RealData.url("cities/cities.json.gz").path]
        gunzip.standardOutput = pipe
        try gunzip.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        gunzip.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }
}
