import AggSource
import AggStorage
import Foundation

/// Sends one HEAD request to each of the sources' hosts, to see whether it responds and what time it reports.
struct NetworkCheck: HealthCheck {
    let aggregator: Aggregator

    /// The allowed difference between a server's clock and ours; servers report whole seconds, possibly cached.
    static let tolerance = 120.0

    private struct Answer: Sendable {
        var finding: HealthFinding
        /// How far our clock is ahead of the server's, in seconds.
        var ahead: Double?
    }

    func findings(in scope: HealthScope) async -> [HealthFinding] {
        let clock = aggregator.services.clock
        let addresses = Self.addresses(of: aggregator.registry.instances, at: clock.now)
        guard !scope.isOffline else {
            return addresses.map { HealthFinding($0.name, .skipped, "--offline is set") }
                + [await clockFinding([:], isOffline: true)]
        }
        let http = aggregator.services.http
        var origins: [SourceID: Origin] = [:]
        for status in (try? await aggregator.statuses()) ?? [] where status.isServed && status.records > 0 {
            origins[status.id] = status.origin
        }
        let answers = await withTaskGroup(of: (String, Answer).self) { group in
            for address in addresses {
                let rows = Self.rows(of: address.sources.compactMap { origins[$0] })
                group.addTask { (address.place, await Self.ask(address, http, clock, rows)) }
            }
            var answers: [String: Answer] = [:]
            for await (place, answer) in group { answers[place] = answer }
            return answers
        }
        let ahead = answers.compactMapValues(\.ahead)
        return addresses.compactMap { answers[$0.place]?.finding } + [await clockFinding(ahead, isOffline: false)]
    }

    /// A host and port, or a file, with the sources that use it.
    private struct Address {
        var place: String
        var url: URL
        var sources: [SourceID]

        /// The name of the finding.
        var name: String { "address \(place)" }
    }

    /// The distinct addresses, in the order of the sources.
    private static func addresses(of instances: [SourceInstance], at now: Date) -> [Address] {
        var addresses: [Address] = []
        var indexes: [String: Int] = [:]
        for instance in instances where instance.simulation == nil {
            let url = instance.dataSource.address(at: now) ?? instance.address.flatMap(URL.init(string:))
            guard let url else { continue }
            let place = url.isFileURL ? url.path : url.hostAndPort ?? ""
            if let index = indexes[place] {
                addresses[index].sources.append(instance.id)
            } else {
                indexes[place] = addresses.count
                addresses.append(Address(place: place, url: url, sources: [instance.id]))
            }
        }
        return addresses
    }

    /// The rows of these origins that agg uses while a host does not respond; nil if there are none.
    private static func rows(of origins: [Origin]) -> String? {
        switch origins.count(where: { $0 == .starter }) {
        case _ where origins.isEmpty: nil
        case 0: "the stored rows"
        case 1 where origins.count == 1: "the starter sample"
        case origins.count: "the starter samples"
        default: "the stored rows or the starter sample"
        }
    }

    private static func ask(
        _ address: Address, _ http: any HTTPClient, _ clock: WallClock, _ rows: String?
    ) async -> Answer {
        var request = HTTPRequest(address.url, retry: .none)
        request.asksForHeadOnly = true
        let ids = address.sources.map(\.description).joined(separator: ", ")
        do throws(SourceError) {
            let response = try await http.send(request, progress: .silent)
            let now = clock.now
            let ahead = response.headers["Date"].flatMap(HTTPDate.parse).map { now.timeIntervalSince($0) }
            // Some servers implement only GET.
            if response.status >= 500, response.status != 501 {
                return Answer(
                    finding: HealthFinding(
                        address.name, .warning, "responds with HTTP \(response.status) (\(ids))",
                        fix: "try again later" + (rows.map { "; until then, agg uses \($0)" } ?? "")), ahead: ahead)
            }
            let what = address.url.isFileURL ? "can be read" : "responds"
            return Answer(finding: HealthFinding(address.name, .ok, "\(what) (\(ids))"), ahead: ahead)
        } catch {
            let fix =
                address.url.isFileURL
                ? "restore the file, or change its path in the configuration of \(ids)"
                : "check the network, the proxy (http_proxy, https_proxy), and the URL of \(ids)"
                    + (rows.map { "; meanwhile, agg uses \($0); to make no requests at all, use --offline" } ?? "")
            return Answer(finding: HealthFinding(address.name, .failed, "\(error.reason()) (\(ids))", fix: fix))
        }
    }

    /// Checks our clock against those of the servers, by how far it is ahead of each, and the times of the stored rows.
    private func clockFinding(_ ahead: [String: Double], isOffline: Bool) async -> HealthFinding {
        let now = aggregator.services.clock.now
        let future = ((try? await aggregator.statuses()) ?? []).filter {
            $0.fetchedAt.map { $0.timeIntervalSince(now) > Self.tolerance } ?? false
        }
        let fix = "set this machine's clock (timedatectl set-ntp true)"
        if let wrong = ahead.min(by: { abs($0.value) < abs($1.value) }), abs(wrong.value) > Self.tolerance {
            let span = Age.text(.seconds(clamping: abs(wrong.value)))
            return HealthFinding(
                "clock", .warning,
                "this machine's clock is \(span) \(wrong.value > 0 ? "ahead of" : "behind") \(wrong.key)",
                fix: fix)
        }
        if let source = future.first, let time = source.fetchedAt.flatMap(RecordDate.init(instant:)) {
            return HealthFinding(
                "clock", .warning, "the rows of \(source.id) have a fetch time in the future (\(time.text))",
                fix: "\(fix); then refresh \(future.map(\.id.description).joined(separator: " "))")
        }
        guard let nearest = ahead.values.map(abs).min() else {
            return HealthFinding(
                "clock", isOffline ? .ok : .skipped,
                isOffline ? "no stored rows have a fetch time in the future" : "no server reported the time")
        }
        let seconds = Int(clamping: nearest.rounded(.up))
        return HealthFinding("clock", .ok, "this machine's clock is within \(seconds) s of a server's")
    }
}
