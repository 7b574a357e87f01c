import AggSource
import Foundation

/// One HTTP request with its redirects, its retries, and its remaining time.
struct Exchange: Sendable {
    let request: HTTPRequest
    let limits: NetworkLimits
    let userAgent: String
    let clock: WallClock
    let pacing: Pacing
    let hosts: Hosts
    let progress: ProgressReporter

    /// The retries made and the time left, across all redirects.
    private struct Allowance {
        var retries = 0
        var time: Duration
    }

    /// Follows redirects to the final response.
    func answer() async throws(SourceError) -> HTTPResponse {
        var url = request.url
        var permanentURL = request.url
        var isPermanent = true
        var isHome = true
        var asked: Set<URL> = []
        var allowance = Allowance(time: limits.deadline)
        while true {
            guard let origin = HTTPOrigin(url) else { throw .refused("the URL has no host") }
            guard asked.insert(url).inserted else { throw .refused("redirect loop at \(origin)") }
            guard asked.count <= Redirect.limit + 1 else { throw .refused("more than \(Redirect.limit) redirects") }
            // Once a redirect has led elsewhere, a redirect back comes from the other host, so the secret is not sent.
            isHome = isHome && origin == HTTPOrigin(request.url)
            let host = try await hosts.host(origin)
            defer { hosts.release(host) }
            var answer = try await ask(url, host, isHome, &allowance)
            guard request.content == nil,
                let next = try Redirect.target(from: url, status: answer.status, location: answer.headers["Location"])
            else {
                answer.permanentURL = permanentURL
                return answer
            }
            url = next
            isPermanent = isPermanent && Redirect.permanent.contains(answer.status)
            if isPermanent { permanentURL = next }
        }
    }

    /// Sends the request to one host when its lock is free, and retries according to the policy without unlocking.
    private func ask(
        _ url: URL, _ host: Host, _ isHome: Bool, _ allowance: inout Allowance
    ) async throws(SourceError) -> HTTPResponse {
        guard CurlAddress.agrees(url, with: host.origin) else {
            throw .refused("invalid URL for \(host.origin)")
        }
        let fields = try RequestHeaders.fields(of: request, isHome: isHome, userAgent: userAgent)
        let schedule = RetrySchedule(policy: request.retry, maxWait: limits.maxWait)
        host.mutex.narrow(to: request.requestsPerHost)
        try await host.mutex.lock()
        defer { host.mutex.unlock() }
        while true {
            let started = ContinuousClock.now
            let outcome = await Transfer(
                fields, url: url, host: host, limits: limits, timeLeft: allowance.time,
                request: request, progress: progress
            ).run()
            allowance.time -= .now - started
            let reason = retryReason(outcome, host.origin)
            let retryAfter = (try? outcome.get())?.headers.retryAfter(now: clock.now)
            guard let reason,
                let wait = schedule.wait(
                    after: allowance.retries + 1, retryAfter: retryAfter, now: clock.now, random: pacing.random())
            else {
                do { return try outcome.get() } catch { throw error.error }
            }
            allowance.retries += 1
            progress.report(.waiting(reason: reason, seconds: Int(clamping: (wait / .seconds(1)).rounded(.up))))
            do { try await pacing.sleep(wait) } catch { throw .cancelled }
        }
    }

    /// Why a request is retried, as part of a sentence; nil if its outcome is final.
    private func retryReason(_ outcome: Transfer.Outcome, _ origin: HTTPOrigin) -> String? {
        switch outcome {
        case .success(let answer) where request.retry.statuses.contains(answer.status):
            answer.status == 429 ? "rate limited by \(origin)" : "HTTP \(answer.status) from \(origin)"
        case .failure(let failure) where failure.mayRepeat: "\(origin) closed the connection"
        default: nil
        }
    }
}
