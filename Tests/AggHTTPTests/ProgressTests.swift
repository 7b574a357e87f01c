import AggHTTP
import AggSource
import AggTesting
import TestSupport
import Testing

struct ProgressTests {
    private func reports(_ answer: RawAnswer) async throws -> [LoadProgress] {
        let server = try RawLoopbackServer.start(answer)
        let reports = Recorder<LoadProgress>()
        _ = try await testClient().send(
            HTTPRequest(server.url(), retry: .none), progress: ProgressReporter { reports.append($0) })
        return reports.all
    }

    @Test func `the last report has the received and the expected size`() async throws {
        let reports = try await reports([.head(200, "Content-Length: 3000000"), .fill(count: 3_000_000)])
        #expect(reports.last == .bytes(received: 3_000_000, expected: 3_000_000))
    }

    @Test func `reports progress regularly, but not for every piece`() async throws {
        let body = [UInt8](repeating: 32, count: 100)
        let reports = try await reports([
            .head(200, "Content-Length: 100"), .drip(Array(body.prefix(50)), every: .milliseconds(10)),
            .send(Array(body.suffix(50))),
        ])
        #expect(reports.count >= 2)
        #expect(reports.count < 50)
        for report in reports {
            guard case .bytes(let received, let expected) = report else { continue }
            #expect(received <= 100)
            #expect(expected == 100)
        }
    }

    @Test func `reports no total for compressed content before the end`() async throws {
        let bytes = Gzip.wrap([UInt8](repeating: 65, count: 50_000))
        let reports = try await reports([
            .head(200, "Content-Encoding: gzip", "Content-Length: \(bytes.count)"), .send(Array(bytes.prefix(20_000))),
            .pause(.milliseconds(250)), .send(Array(bytes.dropFirst(20_000))),
        ])
        #expect(reports.last == .bytes(received: 50_000, expected: 50_000))
        for case .bytes(let received, let expected) in reports.dropLast() where received < 50_000 {
            #expect(expected == nil)
        }
    }

    @Test func `reports nothing for a response without content`() async throws {
        #expect(try await reports([.head(204)]).isEmpty)
    }
}
