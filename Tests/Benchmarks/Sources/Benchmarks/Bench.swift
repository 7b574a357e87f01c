import Foundation

/// Runs all measurements of the program and its peers in turn.
struct Bench {
    let place: Workplace
    var report = Report()

    /// The served folder.
    private var served: String { place.folder + "/www" }
    private var options: Options { place.options }

    mutating func run() throws {
        try FileManager.default.createDirectory(atPath: served, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: served + "/cities.json", withDestinationPath: options.cities)
        var report = report
        defer { self.report = report }
        try Loopback.serving(served, place) { server in
            let address = server.address("cities.json")
            try place.configureCities(address)
            if options.measures("refresh") { try RefreshBench(place: place, server: server).run(&report) }
            try place.configureCities(address)
            _ = try place.refresh()
            if options.measures("oneshot") { try OneShotBench(place: place).run(&report, cities: options.cities) }
            if options.measures("session") {
                let names = try Names.sample(10_000, from: options.cities)
                try SessionBench(place: place).run(&report, "209,557 cities", names, limits: (1, 5))
            }
            if options.measures("live") { try LiveBench(place: place).run(&report, cities: options.cities) }
            if options.sections.contains("postgres") {
                let bench = PostgresBench(place: place, served: served + "/cities.json")
                if let bench { try bench.run(&report) } else { report.note(absent: "PostgreSQL (AGG_TEST_POSTGRES)") }
            }
            if options.measures("sizes") { try sizes(&report) }
            if options.measures("explore") { try ExplorationBench(place: place).run(&report) }
            if options.measures("web") { try WebBench(place: place).run(&report, cities: options.cities) }
            if options.measures("tables") { try TableBench(place: place).run(&report) }
            if options.measures("feeds") { try FeedsBench(place: place, server: server).run(&report) }
            if options.measures("many") { try ManySourcesBench(place: place, server: server).run(&report) }
            if options.measures("limits") {
                try place.configureCities(address)
                _ = try place.refresh()
                try LimitsBench(place: place, server: server).run(&report)
            }
            if options.measures("growth") || options.measures("prompt") {
                try GrowthBench(place: place, server: server, served: served).run(&report)
            }
        }
    }

    private func sizes(_ report: inout Report) throws {
        let (store, list) = (try fileSize(place.mirror), try fileSize(options.cities))
        report.add(
            "size of the mirror", megabytes(store), "source list: \(megabytes(list))", ratio: store / list, atMost: 3.5)
        let program = try fileSize(options.agg)
        report.add(
            "size of the program, stripped", megabytes(program), wanted: "75 MB", isReached: program <= 75_000_000)
    }
}

func fileSize(_ path: String) throws -> Double {
    let path = URL(filePath: path).resolvingSymlinksInPath().path
    return Double(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0)
}

func megabytes(_ bytes: Double) -> String { "\(text(bytes / 1_000_000, 1)) MB" }
