import AggSource
import Foundation

/// What a source promises when it gets no answer, or none of use.
extension Contract {
    func checkWrongAnswers(of source: any DataSource) async {
        let shape = await fetch(source, .answers(fixture.wrongShape, entityTag: "\"shape\""))
        expect(shape.error?.code == "invalid_data", "an answer of another shape is invalid data: \(describe(shape))")
        let cutOff = await fetch(source, .answers(fixture.cutOff ?? fixture.answers.cutOff, entityTag: "\"cut\""))
        expect(cutOff.error?.code == "invalid_data", "an answer that is cut off is invalid data: \(describe(cutOff))")
        let items = await fetch(source, .answers(fixture.wrongItems, entityTag: "\"items\""))
        let isCounted = items.records.isEmpty && (items.summary?.skipped.count ?? 0) > 0
        expect(
            isCounted || items.error?.code == "invalid_data",
            "items that are all wrong are skipped and counted: \(describe(items))")
    }

    func checkFailures(of source: any DataSource) async {
        let until = now.addingTimeInterval(30)
        let statuses: [(Int, HTTPHeaders, String)] = [
            (401, [:], "unauthorized"), (404, [:], "http"), (500, [:], "http"), (503, [:], "http"),
        ]
        for (status, headers, code) in statuses {
            let fetch = await fetch(source, .status(status, headers))
            expect(fetch.error?.code == code, "HTTP \(status) fails as “\(code)”: \(describe(fetch))")
            if code == "http", case .http(let named, _) = fetch.error {
                expect(named == status, "HTTP \(status) keeps its status")
            }
        }
        let limited = await fetch(source, .status(429, ["Retry-After": "30"]))
        expect(
            limited.error == .rateLimited(until: until),
            "HTTP 429 is “rate limited”, with the time of Retry-After: \(describe(limited))")
        let errors: [SourceError] = [.offline("no route"), .timedOut("the first byte"), .tooLarge(limit: 1)]
        for error in errors {
            let fetch = await fetch(source, .fails(error))
            expect(fetch.error == error, "an error of the HTTP port is passed on as it is: \(describe(fetch))")
        }
    }

    /// Cancels while a request runs; the server then answers as if nothing had happened.
    func checkCancel(of source: any DataSource) async {
        let (asked, continuation) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            defer { continuation.finish() }
            return await fetch(source, .waitsForCancel(fixture.answers, asked: continuation))
        }
        for await _ in asked { break }
        let clock = ContinuousClock()
        let cancelled = clock.now
        task.cancel()
        let outcome = await task.value
        expect(outcome.error == .cancelled, "a cancelled fetch fails as “cancelled”: \(describe(outcome))")
        expect(clock.now - cancelled < .seconds(5), "a cancelled fetch ends promptly")
    }
}
