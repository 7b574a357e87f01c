package import AggCommands

/// Runs the lines of a script: goes on after a command that failed, and ends with the first failure's status.
package struct ScriptSession: Sendable {
    private let reader: any LineReader
    private let executor: CommandExecutor
    private let streams: StandardStreams
    private let interrupts: InterruptMonitor?
    private let stopsAtFailure: Bool
    private let isStrict: Bool

    /// Makes a session; with `stopsAtFailure` (`--bail`) it ends at the first command that failed, at one that was
    /// only partly done (status 6) just with `isStrict`.
    package init(
        reader: any LineReader,
        executor: CommandExecutor,
        streams: StandardStreams,
        interrupts: InterruptMonitor?,
        stopsAtFailure: Bool,
        isStrict: Bool
    ) {
        self.reader = reader
        self.executor = executor
        self.streams = streams
        self.interrupts = interrupts
        self.stopsAtFailure = stopsAtFailure
        self.isStrict = isStrict
    }

    /// Runs all lines.
    ///
    /// - Returns: The status to end with.
    package func run() async -> ExitStatus {
        var firstFailure: ExitStatus?
        var number = 0
        while case .line(let line) = await reader.readLine(prompt: "") {
            number += 1
            for words in CommandLine(line).commands {
                let executed = await executor.execute(words, line: number)
                if executed.status != .done { firstFailure = firstFailure ?? executed.status }
                switch executed.leave {
                case .with(let status): return status
                case .asItWent: return ended(firstFailure)
                case nil: break
                }
                if executed.status == .interrupted || streams.outcome != .written { return ended(firstFailure) }
                if stops(executed.status) { return executed.status }
            }
        }
        return ended(firstFailure)
    }

    private func stops(_ status: ExitStatus) -> Bool {
        stopsAtFailure && status != .done && (status != .partial || isStrict)
    }

    /// A reader that has gone away (`agg … | head`) is no failure.
    private func ended(_ firstFailure: ExitStatus?) -> ExitStatus {
        firstFailure ?? .done
    }
}
