import AggCommands
import AggShell
import AggStorage

extension Run {
    /// Whether the command is `sql -`, which runs the statements of standard input.
    var readsStatements: Bool {
        guard let name = options.words.first, let command = CommandRegistry.builtIn.command(named: name.text),
            command.declaration.name == "sql",
            let arguments = try? Arguments(Array(options.words.dropFirst()), for: command.declaration)
        else { return false }
        return arguments.words == [Word("-")]
    }

    /// Runs the statements of standard input, each with the options of the command.
    func runStatements() async -> ExitStatus {
        let executor = executor(of: oneShot, missingRows: missingRows, failures: failures)
        let reading = Task(executorPreference: MainThread.current) { await statements() }
        let read: Result<[String], CommandError>
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
        let texts: [String]
        switch read {
        case .success(let read): texts = read
        case .failure(let error):
            if error.status != .interrupted { refuse(error) }
            return error.status
        }
        var firstFailure: ExitStatus?
        for text in texts {
            let words = options.words.map { $0 == Word("-") ? Word(text, isQuoted: true) : $0 }
            let status = await executor.execute(Statement(words)).exitStatus
            if status != .done { firstFailure = firstFailure ?? status }
            if failures.stops(after: status) || streams.outcome != .written { break }
        }
        return firstFailure ?? .done
    }

    /// The statements of standard input.
    ///
    /// A line that is not text is an error: without it, a statement would mean something else.
    private func statements() async -> Result<[String], CommandError> {
        let reader = PlainLineReader(streams: streams)
        var text = ""
        var count = 0
        while true {
            count += 1
            switch await reader.readLine(prompt: "") {
            case .line(let line): text += line + "\n"
            case .unreadable(let reason): return .failure(.usage("line \(count): \(reason); no statement was run"))
            case .interrupted: return .failure(.interrupted)
            case .endOfInput:
                let statements = SQLText.statements(text)
                return statements.isEmpty
                    ? .failure(.usage("no SQL statement on standard input")) : .success(statements)
            }
        }
    }
}
