import Foundation

/// A hundred feeds of 50 items, each from a separate host whose server takes 50 ms to respond.
struct FeedsBench {
    let place: Workplace
    let server: Loopback

    func run(_ report: inout Report) throws {
        let addresses = (1...100).map { server.address("feed/\($0)", host: $0) }
        let (urls, settings) = (place.folder + "/urls", place.folder + "/newsboat.conf")
        try addresses.joined(separator: "\n").write(toFile: urls, atomically: false, encoding: .utf8)
        try "reload-threads 8\n".write(toFile: settings, atomically: false, encoding: .utf8)
        let reload = { (newsboat: String) in
            let cache = ["-u", urls, "-c", place.folder + "/newsboat.db", "-C", settings]
            return try ChildProcess.run(
                [newsboat] + cache + ["-x", "reload"], environment: ["HOME": place.folder, "LANG": "C.UTF-8"]
            ).seconds
        }
        for atOnce in [4, 64] {
            try configure(addresses, atOnce: atOnce)
            try place.compare(
                &report, "100 feeds of 50 items, 50 ms per response, \(atOnce) at once", times: 5,
                with: "newsboat", "newsboat -x reload, 8 threads", atMost: 0.8, { try place.refresh().seconds },
                { newsboat in
                    place.remove("newsboat.db")
                    return try reload(newsboat)
                })
            _ = try place.refresh()
            try place.compare(
                &report, "same feeds, unchanged", times: 5, with: "newsboat", "newsboat -x reload", atMost: 0.1,
                { try place.seconds("refresh") }, reload)
        }
    }

    private func configure(_ addresses: [String], atOnce: Int) throws {
        let builtIns = ["chicago-inspections", "cities", "feed", "github", "nyc-schools"]
        try place.configure(
            addresses.enumerated().map { "  - {id: feed-\($0.offset), kind: feed, url: \"\($0.element)\"}" }
                + builtIns.map { "  - {id: \($0), enabled: false}" }, "network: {at_once: \(atOnce)}\n")
    }
}
