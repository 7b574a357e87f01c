import AggSource
import AggTesting
import Foundation
import TestSupport
import Testing

@testable import GitHubSource

/// Recorded responses, every one of which must be read; skipped if the recordings are missing.
@Suite(.enabled(if: RealData.has("github")))
struct RecordedAnswersTests {
    @Test(arguments: RealData.files(in: "github/search").map(RealData.url))
    func `maps every repository of a recorded search`(file: URL) async throws {
        let bytes = Array(try Data(contentsOf: file))
        let items = try #require(try JSONValue(parsing: bytes)["items"]?.arrayValue)
        let records = try items.map { try GitHubMapper.record($0) }
        #expect(!records.isEmpty)
        #expect(Set(records.map(\.key)).count == records.count)
        #expect(records.allSatisfy { $0.url?.hasPrefix("https://github.com/") == true && $0.date != nil })
    }

    @Test(
        arguments: RealData.files(in: "github/exchanges").map(RealData.url).filter {
            $0.lastPathComponent.hasSuffix(".head.txt")
        })
    func `handles every recorded exchange according to its status`(head: URL) async throws {
        let exchange = try Exchange(head: head)
        let client = stub(exchange.answer)
        let sink = BatchLog()
        let outcome: Result<FetchResult, SourceError>
        do throws(SourceError) {
            let endpoint = GitHubEndpoint(
                api: exchange.origin, listing: .search(GitHubSearch(query: GitHubQuery("x"))), maxRecords: 100)
            outcome = .success(
                try await GitHubFetcher(endpoint: endpoint, services: services(client), wait: { _ in }).fetch(
                    since: nil, into: sink))
        } catch {
            outcome = .failure(error)
        }
        switch (exchange.response.status, outcome) {
        case (200, .success):
            let skipped = try outcome.get().skipped
            #expect(await sink.records.count + skipped == exchange.items)
        case (200, .failure(let error)): #expect(exchange.items == nil && error.code == "invalid_data")
        case (403, .failure(let error)), (429, .failure(let error)): #expect(error.code == "rate_limited")
        case (422, .failure(.http(422, let detail))): #expect(detail?.isEmpty == false)
        default: Issue.record("\(exchange.response.status) became \(outcome)")
        }
    }

    @Test func `finds the next page of a recorded search`() throws {
        let files = RealData.files(in: "github/exchanges").map(RealData.url)
        let head = try #require(
            files.first { $0.lastPathComponent.hasPrefix("octokit.search_repositories") && $0.pathExtension == "txt" })
        let next = try Exchange(head: head).response.link(to: "next")
        #expect(next?.query?.hasSuffix("page=2") == true)
    }
}

/// A recorded request line, status, and headers, with the body in a separate file; templates stand for times.
private struct Exchange {
    let response: HTTPResponse
    /// The response, for a stub.
    let answer: StubHTTPClient.Answer
    let origin: URL
    /// The number of items in the body's list; nil if it has no list.
    let items: Int?

    init(head: URL) throws {
        let lines = try String(contentsOf: head, encoding: .utf8).split(whereSeparator: \.isNewline).map(String.init)
        let target = lines[0].split(separator: " ")[1]
        origin = try url("https://api.github.com")
        let status = try #require(Int(lines[1].dropFirst("HTTP ".count)))
        let fields = lines.dropFirst(2).compactMap { line -> (String, String)? in
            guard let colon = line.firstIndex(of: ":"), !line.contains("{{") || line.hasPrefix("Retry-After") else {
                return nil
            }
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            return (String(line[..<colon]), value.contains("{{") ? "Fri, 20 Nov 2026 10:00:08 GMT" : value)
        }
        let name = head.lastPathComponent.replacing(".head.txt", with: ".body")
        let body = Array(try Data(contentsOf: head.deletingLastPathComponent().appending(path: name)))
        items = (try? JSONValue(parsing: body))?["items"]?.arrayValue?.count
        answer = .bytes(body, status: status, headers: HTTPHeaders(fields))
        response = HTTPResponse(
            url: URL(string: String(target)) ?? origin, status: status, headers: HTTPHeaders(fields),
            body: HTTPBody(body))
    }
}

extension FetchResult {
    fileprivate var skipped: Int {
        if case .complete(let summary) = self { summary.skipped.count } else { 0 }
    }
}
