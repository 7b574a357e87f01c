import AggSource
import Foundation
import Synchronization
import Testing

@testable import AggTesting

/// The contract itself: it accepts a good source and names the promise that a bad one breaks.
struct ContractTests {
    private let fixture = ContractFixture(
        answers: ContractAnswers("[1, 2, null, 3]"), records: 3, skipped: 1, changed: ContractAnswers("[1, 2]"),
        empty: ContractAnswers("[]"), wrongShape: ContractAnswers(#"{"error": true}"#),
        wrongItems: ContractAnswers("[null, {}]"))

    @Test func `accepts a source that keeps its promises`() async {
        await verifyContract(of: NumbersSource.self, fixture)
    }

    @Test func `judges a source that restarts by what it wrote afterward`() async {
        await NumbersSource.$readsAnew.withValue(true) { await verifyContract(of: NumbersSource.self, fixture) }
    }

    @Test(arguments: BrokenPromise.allCases)
    func `names a broken promise`(promise: BrokenPromise) async {
        let found = await NumbersSource.$broken.withValue(promise) { await brokenPromises(fixture) }
        #expect(found.contains { $0.contains(promise.rawValue) }, "\(found)")
    }

    @Test func `reports a fixture that the registry rejects`() async {
        var fixture = fixture
        fixture.values = ["colour": "red"]
        let found = await brokenPromises(fixture)
        #expect(found.contains { $0.contains("unknown key “colour”") }, "\(found)")
    }

    private func brokenPromises(_ fixture: ContractFixture) async -> [String] {
        let found = Mutex<[String]>([])
        await Contract<NumbersSource>(fixture: fixture) { promise in found.withLock { $0.append(promise) } }.check()
        return found.withLock { $0 }
    }

    @Test func `responds by path`() throws {
        let answers = ContractAnswers(byPath: ["a.json": "[]"])
        #expect(try body(answers, "/lists/a.json") == "[]")
        #expect(try body(answers, "/lists/b.json") == nil)
    }

    private func body(_ answers: ContractAnswers, _ path: String) throws -> String? {
        let response = answers(HTTPRequest(URL(filePath: path)))
        return response.status == 200 ? String(decoding: try response.body.collect(), as: UTF8.self) : nil
    }
}
