import AggSource
import AggTesting
import Foundation
import TestSupport
import Testing

extension ReliabilityTests {
    /// SIGKILL at any moment of a refresh that sends new matches to a command or a webhook.
    struct AlertKillTests {
        /// A message as it arrived.
        struct Message {
            /// The round in which it arrived; nil if unknown.
            var round: Int?
            var text: String
        }

        @Test func `a command gets every match, and gets it again only after a kill`() async throws {
            let command = "--notify 'cat >> \"$HOME/sent\"; echo >> \"$HOME/sent\"'"
            try await Self.test("killed while new matches are sent to a command", seed: 77_000, command) { agg in
                // A command that outlived the kill may still be writing.
                try await Task.sleep(for: .milliseconds(200))
                let text = (try? String(contentsOfFile: agg.folder.path("sent"), encoding: .utf8)) ?? ""
                return text.split(separator: "\n").map { Message(text: String($0)) }
            }
        }

        @Test func `a webhook gets every match, and gets it again only after a kill`() async throws {
            let round = Changing(0)
            let messages = Changing<[Message]>([])
            let server = try await LoopbackServer.start { request in
                let message = Message(round: round.value, text: String(decoding: request.body, as: UTF8.self))
                messages.change { $0.append(message) }
                return LoopbackResponse(status: 204)
            }
            try await Self.test(
                "killed while new matches are sent to a webhook", seed: 78_000, "--webhook \(server.url("/hook"))",
                round
            ) { _ in messages.value }
            await server.stop()
        }

        /// Kills refreshes with new matches, and checks the messages that arrived.
        private static func test(
            _ promise: String, seed: Int, _ destination: String, _ current: Changing<Int> = Changing(0),
            messages: (Agg) async throws -> [Message]
        ) async throws {
            let rounds = Soak.count(6, long: 200, "AGG_SOAK_KILLS")
            let agg = try Agg()
            var cities = (1...20).map { CityList.city($0, "Town \($0)", "GB", 1, 2) }
            let file = try agg.file("cities.json", CityList.list(cities))
            try agg.configure(["cities": "url: \"\(file.absoluteString)\""])
            #expect(try await agg.run("refresh").status == 0)
            #expect(try await agg.run("-c", "save greek search country:GR --watch \(destination)").status == 0)
            let clock = ContinuousClock()
            let start = clock.now
            #expect(try await agg.run("refresh", "--force").status == 0)
            let span = (clock.now - start) * 1.5
            var killed: Set<Int> = []
            for round in 0..<rounds {
                var choices = Soak.choices(seed + round)
                for place in 0..<3 {
                    let number = 1_000 + round * 3 + place
                    cities.append(CityList.city(number, "Polis \(number)", "GR", 36, 25))
                }
                try Data(CityList.list(cities).utf8).write(to: file)
                let moment = span * (Double(choices.below(10_000)) / 10_000)
                current.value = round
                if try await agg.run(arguments: ["refresh"], killedAfter: moment).wasKilled { killed.insert(round) }
            }
            current.value = rounds
            #expect(try await agg.run("refresh", "--force").status == 0)
            let lost = try faults(in: try await messages(agg), of: 1_000..<1_000 + rounds * 3, killed)
            Soak.report(promise, tried: "\(rounds) times", lost: lost)
        }

        /// The matches that did not arrive, or arrived again for no reason.
        private static func faults(
            in messages: [Message], of numbers: Range<Int>, _ killed: Set<Int>
        ) throws -> [String] {
            var arrivals: [String: [Int?]] = [:]
            for message in messages {
                for record in (try? JSONValue(parsing: message.text))?["records"]?.arrayValue ?? [] {
                    arrivals[record["key"]?.stringValue ?? "", default: []].append(message.round)
                }
            }
            return numbers.flatMap { number in
                let rounds = arrivals[String(number)] ?? []
                var faults: [String] = []
                if rounds.isEmpty { faults.append("\(number) was never sent") }
                if rounds.count > 2, rounds.contains(nil) { faults.append("\(number) was sent \(rounds.count) times") }
                for round in rounds.dropLast().compactMap(\.self) where !killed.contains(round) {
                    faults.append("\(number) was sent again, but round \(round) was not killed")
                }
                return faults
            }
        }
    }
}
