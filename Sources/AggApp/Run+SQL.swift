import AggCommands
import AggShell

extension Run {
    /// Whether the command is `sql -`, which runs the statements of standard input.
    var readsStatements: Bool {
        options.words.first.map { ["sql", ".sql"].contains($0.text) } ?? false
            && options.words.dropFirst().contains(Word("-"))
    }

    /// Runs the statements of standard input, each with the options of the command.
    func runStatements() async -> ExitStatus {
        let executor = executor(of: oneShot, missingRows: missingRows, failures: failures)
        let reading = Task { await statements() }
        let read: [String]?
        if let interrupts {
            read = await interrupts.whileHandling { _ in
                reading.cancel()
                return true
            } _: {
                await reading.value
            }
        } else {
            read = await reading.value
        }
        guard let read else { return .interrupted }
        if read.isEmpty {
            let error = CommandError.usage("no SQL statement on standard input")
            refuse(error)
            return error.status
        }
        var firstFailure: ExitStatus?
        for text in read {
            let words = options.words.map { $0 == Word("-") ? Word(text, isQuoted: true) : $0 }
            let status = await executor.execute(Statement(words)).exitStatus
            if status != .done { firstFailure = firstFailure ?? status }
            let isFailure = status != .done && (status != .partial || failures.isStrict)
            if status == .interrupted || streams.outcome != .written || isFailure && failures.stopsAtFailure { break }
        }
        return firstFailure ?? .done
    }

    /// The statements of standard input; nil if reading it was interrupted.
    private func statements() async -> [String]? {
        let reader = PlainLineReader(streams: streams)
        var text = ""
        while true {
            switch await reader.readLine(prompt: "") {
            case .line(let line): text += line + "\n"
            case .unreadable: text += "\n"
            case .interrupted: return nil
            case .endOfInput: return SQLText.statements(text)
            }
        }
    }
}
