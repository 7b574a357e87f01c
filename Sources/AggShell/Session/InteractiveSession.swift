package import AggCommands
package import AggCore
import AggSource
import AggStorage

/// The session at a terminal: banner, prompt, commands, and the results of background refreshes.
package struct InteractiveSession: Sendable {
    private let reader: any LineReader
    private let executor: CommandExecutor
    private let aggregator: Aggregator
    private let streams: StandardStreams
    private let interrupts: InterruptMonitor?
    private let version: String
    private let background: BackgroundRefresh?

    /// Creates a session; with a background refresh it fetches outdated sources automatically, unless agg is offline.
    package init(
        reader: any LineReader,
        executor: CommandExecutor,
        aggregator: Aggregator,
        streams: StandardStreams,
        interrupts: InterruptMonitor?,
        version: String,
        background: BackgroundRefresh? = nil
    ) {
        self.reader = reader
        self.executor = executor
        self.aggregator = aggregator
        self.streams = streams
        self.interrupts = interrupts
        self.version = version
        self.background = background
    }

    /// Runs until the user leaves.
    ///
    /// - Returns: The exit status: that of `exit`, 130 if a signal ended the session, else 0.
    package func run() async -> ExitStatus {
        let due = await background?.dueSources() ?? []
        let width = (TerminalSize(of: 2) ?? TerminalSize(of: 1))?.columns
        let statuses = (try? await aggregator.statuses()) ?? []
        let banner = await Banner.text(
            version: version, statuses, aggregator: aggregator, fetching: due.map(\.id), width: width)
        streams.writeRemark(banner + "\n")
        await showFirstSearch(statuses, isFetching: !due.isEmpty, width)
        streams.flush()
        let (begun, begin) = AsyncStream.makeStream(of: Never.self)
        let refresh = background.map { background in
            Task {
                await background.run(first: due, begin: begin.finish) { notice in
                    executor.aside { reader.announce(notice) }
                }
                begin.finish()
            }
        }
        defer { refresh?.cancel() }
        // Even the first command shows these sources as loading.
        if !due.isEmpty { for await _ in begun {} }
        while true {
            switch await reader.readLine(prompt: "agg> ") {
            case .endOfInput:
                streams.flush()
                return ending
            case .interrupted: continue
            case .unreadable(let reason): _ = executor.refuse(reason, at: ScriptPlace())
            case .line(let first):
                let next = { await reader.readLine(prompt: "...> ", after: $0) }
                let statement = await StatementLines.typed(first, next: next)
                if let kept = StatementLines.kept(statement ?? first) { await reader.remember(kept) }
                guard let line = statement else { continue }
                for statement in CommandLine(line).statements {
                    let executed = await executor.execute(statement)
                    switch executed.leave {
                    case .with(let status): return status
                    case .asItWent: return .done
                    case nil: break
                    }
                    if executed.status == .interrupted {
                        await reader.dropTypedAhead()
                        break
                    }
                }
            }
            if interrupts?.endRequest != nil || streams.outcome != .written { return ending }
        }
    }

    /// What a newcomer sees first.
    private static let firstSearch = "search london --limit 3"

    /// Shows a search with its results if all sources have only their samples, and how to get the full data.
    private func showFirstSearch(_ statuses: [SourceStatus], isFetching: Bool, _ width: Int?) async {
        guard statuses.count > 1, statuses.allSatisfy({ $0.isServed && $0.origin == .starter }) else { return }
        let isRetry = statuses.contains { $0.reason != nil }
        let offer =
            switch (isFetching, isRetry) {
            case (true, false):
                "The full data arrives in about a minute. Until then, agg searches sample data. For example:"
            case (true, true):
                "The last refresh failed, so agg is trying again. Until it succeeds, agg searches sample data. "
                    + "For example:"
            case (false, _) where background == nil:
                "To fetch the full data, start agg without --offline. Until then, agg searches sample data. For example:"
            case (false, _):
                "To fetch the full data, run “refresh” (about a minute). Until then, agg searches sample data. "
                    + "For example:"
            }
        streams.writeRemark("\(WrappedText.of(offer, width: width))\nagg> \(Self.firstSearch)\n")
        for statement in CommandLine(Self.firstSearch).statements { _ = await executor.execute(statement) }
    }

    /// The default status: 130 if another process asked this one to end, else 0.
    private var ending: ExitStatus { interrupts?.endRequest == .terminate ? .interrupted : .done }
}

extension EditLineReader {
    /// Runs a live search until the user chooses or leaves; returns at once if the terminal is not suitable.
    package func live(_ search: LiveSearch, style: Style) async -> LiveSearch.End {
        let output = LiveOutput.standardOutput
        if let refusal = output.refusal { return refusal }
        return await lend { [streams, interrupts, notices] typedAhead in
            LiveTerminal(
                search, typedAhead: typedAhead, streams: streams, interrupts: interrupts, notices: notices,
                output: output,
                style: style)?.run() ?? .left
        }
    }
}
