package import AggCommands
package import AggCore
import AggSource

/// Refreshes outdated sources in the background: when a session starts, and again while it runs.
///
/// A source that failed is not retried for half an hour. `set refresh manual` stops it.
package struct BackgroundRefresh: Sendable {
    private let aggregator: Aggregator
    private let session: Session
    private let alerts: AlertRun?
    private let pause: Duration
    private let retryAfter: Duration
    private let isQuiet: Bool
    private let mayRefresh: @Sendable () async -> Bool

    /// Creates a refresh that checks for due sources after every pause; a quiet one reports nothing about favorites and
    /// new matches.
    ///
    /// `mayRefresh` tells whether this user may refresh sources.
    package init(
        aggregator: Aggregator, session: Session, alerts: AlertRun? = nil, pause: Duration = .seconds(60),
        retryAfter: Duration = .seconds(1_800), isQuiet: Bool = false,
        mayRefresh: @escaping @Sendable () async -> Bool = { true }
    ) {
        self.aggregator = aggregator
        self.session = session
        self.alerts = alerts
        self.pause = pause
        self.retryAfter = retryAfter
        self.isQuiet = isQuiet
        self.mayRefresh = mayRefresh
    }

    /// The sources to fetch now; empty if the settings leave that to `refresh`, or if only others may do that.
    func dueSources() async -> [SourceInstance] {
        guard session.settings.refreshesAutomatically, let due = try? await aggregator.dueSources(), !due.isEmpty,
            await mayRefresh()
        else { return [] }
        return due
    }

    /// Refreshes the first sources at once, then others as they become due, until the task is canceled; announces the
    /// results.
    ///
    /// `begin` is called when a source is shown as loading, and for each event after that.
    func run(first: [SourceInstance], begin: () -> Void = {}, announce: (String) -> Void) async {
        var failures: [SourceID: ContinuousClock.Instant] = [:]
        var due = first
        while !Task.isCancelled {
            let now = ContinuousClock.now
            due.removeAll { source in failures[source.id].map { now - $0 < retryAfter } ?? false }
            if !due.isEmpty {
                let failed = await refresh(due, begin: begin, announce: announce)
                for source in due { failures[source.id] = failed.contains(source.id) ? now : nil }
            }
            try? await Task.sleep(for: pause)
            due = await dueSources()
        }
    }

    /// If there are more sources than this, they are announced together when all are done.
    private static let mostAnnounced = 8

    /// Refreshes sources and announces the results.
    ///
    /// - Returns: The sources that failed; a load that was canceled, as by a change of its source, is not a failure.
    private func refresh(
        _ due: [SourceInstance], begin: () -> Void, announce: (String) -> Void
    ) async -> Set<SourceID> {
        var outcomes: [RefreshOutcome] = []
        // Without a network, all sources fail at the same time and for the same reason.
        var offline: [RefreshOutcome] = []
        func announceOffline() {
            if let news = Banner.news(offline: offline, usesCache: session.settings.usesCache) { announce(news) }
            offline = []
        }
        for await event in aggregator.refresh(due) {
            begin()
            if case .progressed = event { announceOffline() }
            guard case .finished(let outcome) = event, !Task.isCancelled else { continue }
            // A source that was changed or removed in the meantime is not announced.
            if outcome.error == .cancelled { continue }
            outcomes.append(outcome)
            if due.count > Self.mostAnnounced { continue }
            if case .offline = outcome.error {
                offline.append(outcome)
                continue
            }
            announceOffline()
            announce(Banner.news(of: outcome, usesCache: session.settings.usesCache))
            await announceFavorites(in: [outcome], announce)
        }
        let failed = Set(outcomes.filter { $0.error != nil }.map(\.source))
        guard !outcomes.isEmpty, !Task.isCancelled else { return failed }
        announceOffline()
        if due.count > Self.mostAnnounced {
            announce(OutcomeCount.text(outcomes))
            for line in outcomes.firstNotes { announce(VisibleText.of(line)) }
            await announceFavorites(in: outcomes, announce)
        }
        await announceAlerts(announce)
        return failed
    }

    /// Announces new matches of watched searches.
    private func announceAlerts(_ announce: (String) -> Void) async {
        guard let result = await alerts?.run(), !isQuiet else { return }
        for line in result.lines + result.errors.map(\.message) { announce(VisibleText.of(line)) }
    }

    private func announceFavorites(in outcomes: [RefreshOutcome], _ announce: (String) -> Void) async {
        if isQuiet { return }
        for line in await FavoriteNews(aggregator).lines(of: outcomes) { announce(VisibleText.of(line)) }
        for line in await FavoriteRelinking(aggregator).lines(after: outcomes) { announce(VisibleText.of(line)) }
    }
}
