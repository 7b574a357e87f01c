import Foundation

/// A hundred feeds of 50 items from servers that take 50 ms to respond, on a hundred hosts and on one.
struct FeedsBench {
    let place: Workplace
    let server: Loopback

    func run(_ report: inout Report) throws {
        let (urls, settings) = (place.folder + "/urls", place.folder + "/newsboat.conf")
        try "reload-threads 8\n".write(toFile: settings, atomically: false, encoding: .utf8)
        let reload = { (newsboat: String) in
            let cache = ["-u", urls, "-c", place.folder + "/newsboat.db", "-C", settings]
            return try ChildProcess.run(
                [newsboat] + cache + ["-x", "reload"], environment: ["HOME": place.folder, "LANG": "C.UTF-8"]
            ).seconds
        }
        for (hosts, what, limits) in [(100, "100 hosts", (0.4, 0.1)), (1, "one host", (0.6, 0.2))] {
            let addresses = (1...100).map { server.address("feed/\($0)", host: min($0, hosts)) }
            try addresses.joined(separator: "\n").write(toFile: urls, atomically: false, encoding: .utf8)
            try place.configureFeeds(addresses)
            try place.compare(
                &report, "100 feeds of 50 items, 50 ms per response, \(what)", times: 5,
                with: "newsboat", "newsboat -x reload, 8 threads", atMost: limits.0, { try place.refresh().seconds },
                { newsboat in
                    place.remove("newsboat.db")
                    return try reload(newsboat)
                })
            _ = try place.refresh()
            try place.compare(
                &report, "same feeds, unchanged", times: 5, with: "newsboat", "newsboat -x reload", atMost: limits.1,
                { try place.seconds("refresh") }, reload)
        }
        try importing(&report)
    }

    /// Adds a list of feeds to a configuration without any.
    private func importing(_ report: inout Report) throws {
        let list = place.folder + "/feeds.opml"
        let outlines = (1...420).map {
            "<outline type=\"rss\" text=\"Feed \($0)\" xmlUrl=\"\(server.address("feed/\($0)"))\"/>"
        }
        let text = "<opml version=\"2.0\"><body>\n\(outlines.joined(separator: "\n"))\n</body></opml>\n"
        try text.write(toFile: list, atomically: false, encoding: .utf8)
        let seconds = try (0..<5).map { _ in
            try place.configureFeeds([])
            place.remove("sources.d")
            return try place.seconds("source", "import", list)
        }.median
        place.remove("sources.d")
        report.add(
            "import of an OPML file with 420 feeds", duration(seconds), wanted: "500 ms", isReached: seconds <= 0.5)
    }
}
