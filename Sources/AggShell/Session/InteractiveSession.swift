package import AggCommands
package import AggCore

/// The session at a terminal: banner, prompt, commands, and the news of what is refreshed behind them.
package struct InteractiveSession: Sendable {
    private let reader: any LineReader
    private let executor: CommandExecutor
    private let aggregator: Aggregator
    private let streams: StandardStreams
    private let interrupts: InterruptMonitor?
    private let version: String
    private let background: BackgroundRefresh?

    /// Makes a session; with a background refresh it fetches by itself what is past its age.
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

    /// Runs until the person leaves.
    ///
    /// - Returns: The status to end with: that of `exit`, else 0.
    package func run() async -> ExitStatus {
        let due = await background?.dueSources() ?? []
        streams.writeRemark(await Banner.text(version: version, aggregator: aggregator, fetching: due) + "\n")
        streams.flush()
        let refresh = Task {
            await background?.run(first: due) { notice in executor.aside { reader.announce(notice) } }
        }
        defer { refresh.cancel() }
        while true {
            switch await reader.readLine(prompt: "agg> ") {
            case .endOfInput:
                streams.flush()
                return .done
            case .interrupted: continue
            case .unreadable(let reason): _ = executor.refuse(reason, at: ScriptPlace())
            case .line(let line):
                for statement in CommandLine(line).statements {
                    let executed = await executor.execute(statement)
                    switch executed.leave {
                    case .with(let status): return status
                    case .asItWent: return .done
                    case nil: break
                    }
                    if executed.status == .interrupted { break }
                }
            }
            if interrupts?.endRequest != nil || streams.outcome != .written { return .done }
        }
    }
}
