import AggSource
import Foundation

/// Checks fetches of the starter sample, a valid response, and an empty one, and conditional fetches.
extension Contract {
    private var firstTag: String { "\"first\"" }

    func checkStarter(of source: any DataSource) async {
        guard let sample = source.starter else { return }
        let fetch = await fetch(source, .answers(ContractAnswers(sample), entityTag: firstTag))
        expect(fetch.error == nil, "the starter sample must be readable: \(describe(fetch))")
        expect(!fetch.records.isEmpty, "the starter sample must contain at least one record")
        expect(
            fetch.summary?.skipped.count == 0, "the starter sample must not contain skipped items: \(describe(fetch))")
        checkRecords(fetch, of: source, from: "starter sample")
    }

    func checkFetch(of source: any DataSource) async {
        let fetch = await fetch(source, .answers(fixture.answers, entityTag: firstTag))
        expect(fetch.summary != nil, "a valid response must result in a complete fetch: \(describe(fetch))")
        expect(
            fetch.records.count == fixture.records,
            "the valid response must yield \(fixture.records) records: \(describe(fetch))")
        let skipped = fetch.summary?.skipped.count
        expect(
            skipped == fixture.skipped,
            "the valid response must yield \(fixture.skipped) skipped items: \(describe(fetch))")
        expect((fetch.summary?.bytes ?? 0) > 0, "the fetch must report the size of the response in bytes")
        checkRecords(fetch, of: source, from: "valid response")
        let again = await self.fetch(source, .answers(fixture.answers, entityTag: firstTag))
        expect(
            again.records == fetch.records, "the same response must always yield the same records with the same keys")
    }

    func checkEmptyAnswer(of source: any DataSource) async {
        guard let empty = fixture.empty else { return }
        let fetch = await fetch(source, .answers(empty, entityTag: firstTag))
        expect(fetch.summary != nil, "a response without items must result in a complete fetch: \(describe(fetch))")
        expect(fetch.records.isEmpty, "a response without items must yield no records: \(describe(fetch))")
    }

    func checkConditionalRequests(of source: any DataSource) async {
        guard fixture.isConditional else { return }
        let first = await fetch(source, .answers(fixture.answers, entityTag: firstTag))
        let state = first.summary?.state
        expect(state != nil, "a fetch must return a state for the next request if the server sends validators")
        let second = await fetch(source, .answers(fixture.answers, entityTag: firstTag), since: state)
        expect(
            second.requests.first?.validators?.entityTag == firstTag,
            "the first request of a later fetch must send the validators from the previous fetch")
        expect(second.isUnchanged, "a 304 response must be reported as “unchanged”: \(describe(second))")
        expect(second.batches.isEmpty, "a 304 response must yield no records")
        let third = await fetch(source, .answers(fixture.changed, entityTag: "\"second\""), since: state)
        expect(third.summary != nil, "a changed response must result in a complete fetch: \(describe(third))")
        expect(third.records != first.records, "a changed response must yield different records")
        expect(third.summary?.state != state, "a changed response must yield a different state")
    }

    func describe(_ fetch: ContractFetch) -> String {
        switch fetch.result {
        case .failure(let error): "failed: \(error.reason(in: .gmt))"
        case .success(.unchanged): "unchanged"
        case .success(.complete(let summary)):
            "\(fetch.records.count) records"
                + (summary.skipped.count == 0 ? "" : ", \(summary.skipped.text)")
        }
    }
}

/// Checks fetches that get no response, or an unusable one.
extension Contract {
    func checkWrongAnswers(of source: any DataSource) async {
        let shape = await fetch(source, .answers(fixture.wrongShape, entityTag: "\"shape\""))
        expect(
            shape.error?.code == "invalid_data",
            "a response in another format must be reported as invalid data: \(describe(shape))")
        let cutOff = await fetch(source, .answers(fixture.cutOff ?? fixture.answers.cutOff, entityTag: "\"cut\""))
        expect(
            cutOff.error?.code == "invalid_data",
            "a truncated response must be reported as invalid data: \(describe(cutOff))")
        let items = await fetch(source, .answers(fixture.wrongItems, entityTag: "\"items\""))
        let isCounted = items.records.isEmpty && (items.summary?.skipped.count ?? 0) > 0
        expect(
            isCounted || items.error?.code == "invalid_data",
            "if all items are invalid, they must be skipped and counted: \(describe(items))")
    }

    func checkFailures(of source: any DataSource) async {
        guard !fixture.isProgram else { return await checkProgramFailures(of: source) }
        let until = now.addingTimeInterval(30)
        let statuses: [(Int, HTTPHeaders, String)] = [
            (401, [:], "unauthorized"), (404, [:], "http"), (500, [:], "http"), (503, [:], "http"),
        ]
        for (status, headers, code) in statuses {
            let fetch = await fetch(source, .status(status, headers))
            expect(fetch.error?.code == code, "HTTP \(status) must fail with “\(code)”: \(describe(fetch))")
            if code == "http", case .http(let named, _) = fetch.error {
                expect(named == status, "the error for HTTP \(status) must contain that status")
            }
        }
        let limited = await fetch(source, .status(429, ["Retry-After": "30"]))
        expect(
            limited.error == .rateLimited(until: until),
            "HTTP 429 must fail with “rate limited” and the time from Retry-After: \(describe(limited))")
        let errors: [SourceError] = [.offline("no route"), .timedOut("the first byte"), .tooLarge(limit: 1)]
        for error in errors {
            let fetch = await fetch(source, .fails(error))
            expect(
                fetch.error == error, "an error from the HTTP client must be passed on unchanged: \(describe(fetch))")
        }
    }

    private func checkProgramFailures(of source: any DataSource) async {
        let failed = await fetch(source, .status(500, [:]))
        expect(failed.error?.code == "program", "if the program fails, the fetch must fail: \(describe(failed))")
        for error in [SourceError.offline("--offline"), .timedOut("nothing was printed"), .program("x was not found")] {
            let fetch = await fetch(source, .fails(error))
            expect(
                fetch.error == error, "an error from the program runner must be passed on unchanged: \(describe(fetch))"
            )
        }
    }

    /// Cancels while a request is running; the server then responds as if nothing had happened.
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
        expect(outcome.error == .cancelled, "a canceled fetch must fail with “cancelled”: \(describe(outcome))")
        expect(clock.now - cancelled < .seconds(60), "a canceled fetch must end within a minute")
    }
}
