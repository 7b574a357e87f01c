import AggSource
import AggTesting
import Foundation
import Synchronization

/// GitHub's search as a client sees it: pages linked by `Link`, entity tags that differ by token, and rate limits.
final class SearchAPI: Sendable {
    private struct State {
        var limits: [LoopbackResponse] = []
        var isIncomplete = false
    }

    private let state = Mutex(State())

    /// Answers the next requests with these responses.
    func limit(_ answers: LoopbackResponse...) {
        state.withLock { $0.limits = answers }
    }

    /// Makes every later search run out of time.
    func leaveIncomplete() {
        state.withLock { $0.isIncomplete = true }
    }

    func answer(_ request: LoopbackRequest) -> LoopbackResponse {
        let limit = state.withLock { $0.limits.isEmpty ? nil : $0.limits.removeFirst() }
        if let limit { return limit }
        guard request.path == "/search/repositories", let host = request.headers["Host"] else {
            return LoopbackResponse(status: 404, #"{"message":"Not Found"}"#)
        }
        let page = Int(request.query["page"] ?? "") ?? 1
        let size = Int(request.query["per_page"] ?? "") ?? 30
        let tag = "W/\"\(page)-\(request.headers["Authorization"] ?? "")\""
        var headers: HTTPHeaders = [
            "ETag": tag, "X-RateLimit-Limit": "10", "X-RateLimit-Remaining": "\(10 - page)",
            "X-RateLimit-Reset": "\(Int(clamping: Date.now.timeIntervalSince1970) + 60)",
        ]
        if request.headers["If-None-Match"] == tag { return LoopbackResponse(status: 304, headers: headers) }
        if page * size < 1_000 {
            let next = "http://\(host)/search/repositories?per_page=\(size)&page=\(page + 1)"
            headers["Link"] = "<\(next)>; rel=\"next\", <\(next)>; rel=\"last\""
        }
        let items = ((page - 1) * size + 1...page * size).map { id in
            """
            {"id":\(id),"name":"repo\(id)","full_name":"owner/repo\(id)","owner":{"login":"owner"},"language":null,\
            "license":null,"stargazers_count":\(100_000 / id),"topics":["topic\(id % 7)"]}
            """
        }
        let isIncomplete = state.withLock { $0.isIncomplete }
        return .json(
            #"{"total_count":40000,"incomplete_results":\#(isIncomplete),"items":[\#(items.joined(separator: ","))]}"#,
            headers: headers)
    }
}
