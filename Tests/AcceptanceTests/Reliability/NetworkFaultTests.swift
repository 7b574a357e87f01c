import AggSource
import AggTesting
import Foundation
import TestSupport
import Testing

extension ReliabilityTests {
    /// Every source with every network fault: the documented outcome in time, with all rows old or all rows new.
    struct NetworkFaultTests {
        @Test func `each source ends as documented for each fault`() async throws {
            let queue = Changing(NetworkFault.all)
            let lost = Changing<[String]>([])
            try await withThrowingTaskGroup { group in
                for _ in 0..<6 {
                    group.addTask {
                        let place = try await Place()
                        while let fault = queue.removeFirst() { lost.append(try await place.meet(fault)) }
                        place.services.stop()
                    }
                }
                try await group.waitForAll()
            }
            Soak.report(
                "network faults",
                tried: "\(NetworkFault.all.count) faults × \(FiveServices.sources.count) sources", lost: lost.value)
        }

        @Test func `reads each repository once when results move between pages`() async throws {
            let pages = Changing(0)
            let server = try await LoopbackServer.start { request in
                let page = pages.change { count -> Int in
                    count += 1
                    return count
                }
                // Each page begins with the last item of the previous page, renamed.
                let items = (page * 10 - 9...page * 10 + 1).map {
                    #"{"id":\#($0),"name":"Row \#($0) gen\#(page)x","full_name":"o/r\#($0)","owner":{"login":"o"}}"#
                }
                let next = "<http://\(request.headers["Host"] ?? "")/next>; rel=\"next\""
                return .json(
                    #"{"total_count":\#(page),"incomplete_results":false,"items":[\#(items.joined(separator: ","))]}"#,
                    headers: ["ETag": "\"\(page)\"", "Link": next])
            }
            let agg = try Agg()
            try agg.configure(["github": "endpoint: \"\(server.url(""))\""])
            let refresh = try await agg.run("refresh", "--json")
            #expect(try refresh.outcome("added") == 31)
            #expect(try refresh.outcome("duplicates") == 2)
            let titles = Set(try StoreCheck(agg).titles(of: "github"))
            #expect(titles.count == 31 && titles.isSuperset(of: ["Row 11 gen2x", "Row 21 gen3x"]))
            await server.stop()
        }

        /// A home whose sources have rows.
        private struct Place {
            let agg: Agg
            let services: FiveServices

            init() async throws {
                agg = try Agg()
                services = try FiveServices()
                try agg.configure(services.configuration)
                let first = try await agg.run("refresh")
                #expect(first.status == 0, "\(first.errors)")
                try agg.keepStore()
            }

            /// Returns what differs from the documented outcome.
            func meet(_ fault: NetworkFault) async throws -> [String] {
                try agg.bringStoreBack()
                try agg.configure(services.configuration, network: fault.network)
                services.generation.value = 2
                services.fault.value = fault
                let start = ContinuousClock.now
                let refresh = try await agg.run("refresh", "--json")
                let took = ContinuousClock.now - start
                services.fault.value = nil
                let store = try StoreCheck(agg)
                var faults = try store.faults()
                if took > .seconds(40) { faults.append("took \(took)") }
                for source in FiveServices.sources.keys.sorted() {
                    let outcome = try refresh.json["outcomes"]?.arrayValue?.first {
                        $0["source"]?.stringValue == source
                    }
                    let said =
                        "\(outcome?["outcome"]?.stringValue ?? "nothing"): \(outcome?["reason"]?.stringValue ?? "")"
                    let titles = Set(try store.titles(of: source))
                    let expected = fault.others[source] ?? fault.outcome
                    if !expected.agrees(said: said, titles: titles) {
                        faults.append("\(source): \(said) \(titles.sorted())")
                    }
                }
                return faults.map { "\(fault.name): \($0)" }
            }
        }
    }
}

extension NetworkFault.Outcome {
    /// Whether the message and the stored titles match this outcome.
    fileprivate func agrees(said: String, titles: Set<String>) -> Bool {
        let all = (1...2).map { number in Set((1...FiveServices.rows).map { FiveServices.title($0, number) }) }
        return switch self {
        case .updated: said.hasPrefix("updated") && titles == all[1]
        case .stale(let text): said.hasPrefix("stale") && (text.isEmpty || said.contains(text)) && titles == all[0]
        case .partly:
            said.hasPrefix("updated") && titles.count == FiveServices.rows && titles.isSubset(of: all[0].union(all[1]))
        }
    }
}

extension Changing {
    fileprivate func removeFirst<Element>() -> Element? where Value == [Element] {
        change { $0.isEmpty ? nil : $0.removeFirst() }
    }

    fileprivate func append<Element>(_ elements: [Element]) where Value == [Element] {
        change { $0 += elements }
    }
}
