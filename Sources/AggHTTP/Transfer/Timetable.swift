import AggSource

/// Determines when a transfer times out, and with which error.
struct Timetable: Sendable {
    /// A deadline and the error for missing it.
    struct Due: Sendable {
        let instant: ContinuousClock.Instant
        let error: SourceError
    }

    let start: ContinuousClock.Instant
    private let limits: NetworkLimits
    private let timeLeft: Duration
    private let origin: HTTPOrigin

    /// Creates the timetable of a transfer that starts now; `timeLeft` is what earlier hops left of the deadline.
    init(_ limits: NetworkLimits, timeLeft: Duration, origin: HTTPOrigin, start: ContinuousClock.Instant = .now) {
        self.limits = limits
        self.timeLeft = timeLeft
        self.origin = origin
        self.start = start
    }

    /// The next deadline: for the first byte, the next byte, or the end, whichever comes first.
    func next(hasHead: Bool, lastByte: ContinuousClock.Instant, received: Int) -> Due {
        let end = Due(
            instant: start + timeLeft,
            error: .timedOut(
                "\(origin) did not finish within \(text(limits.deadline)) (\(ByteCount.text(received)) received); "
                    + "see network.deadline"))
        let byte =
            hasHead
            ? Due(
                instant: lastByte + limits.idleTimeout,
                error: .timedOut(
                    "\(origin) sent nothing for \(text(limits.idleTimeout)) (\(ByteCount.text(received)) received); "
                        + "see network.idle_timeout"))
            : Due(
                instant: start + limits.connectTimeout,
                error: .timedOut(
                    "\(origin) did not respond within \(text(limits.connectTimeout)); see network.connect_timeout"))
        return byte.instant < end.instant ? byte : end
    }

    private func text(_ span: Duration) -> String {
        span < .seconds(1) ? "\(Int(clamping: span / .milliseconds(1))) ms" : Age.text(span)
    }
}
