package import AggCommands
import AggStorage

/// Runs commands one by one and shows their answers: every line goes through here, whether typed, scripted, or
/// one-shot.
package struct CommandExecutor: Sendable {
    /// The result of a command.
    package struct Executed: Sendable {
        /// Its exit status.
        package var status: ExitStatus
        /// How to leave; nil to continue.
        package var leave: CommandOutput.Leave?
        /// The line of the script that left it with a status; nil if none did.
        package var leftAt: ScriptPlace?

        /// The exit status of a program that runs only this command.
        package var exitStatus: ExitStatus {
            if case .with(let chosen) = leave { chosen } else { status }
        }
    }

    private var runner: CommandRunner
    let streams: StandardStreams
    let interrupts: InterruptMonitor?
    let progress: ProgressDisplay
    private let missingRows: MissingRowsNotice?
    private let failures: FailurePolicy
    var delivery: AnswerDelivery
    let session: Session

    /// Creates an executor; with a notice, scripts report sources that have only samples.
    package init(
        runner: CommandRunner,
        session: Session,
        streams: StandardStreams,
        terminal: TerminalEnvironment,
        interrupts: InterruptMonitor?,
        progress: ProgressDisplay,
        missingRows: MissingRowsNotice? = nil,
        failures: FailurePolicy = FailurePolicy()
    ) {
        self.runner = runner
        self.session = session
        self.streams = streams
        self.interrupts = interrupts
        self.progress = progress
        self.missingRows = missingRows
        self.failures = failures
        delivery = AnswerDelivery(
            session: session, streams: streams, terminal: terminal, interrupts: interrupts,
            pager: Pager(environment: terminal.environment))
    }

    /// The same executor for a startup file: it shows errors but no answers.
    package var silent: CommandExecutor {
        var executor = self
        executor.delivery.isSilent = true
        return executor
    }

    /// Runs a command and writes its answer and its errors; Ctrl-C cancels it.
    package func execute(_ statement: Statement, at place: ScriptPlace = ScriptPlace()) async -> Executed {
        if let fault = statement.fault { return fail(.usage(fault), statement, place) }
        let (result, isInterrupted) = await run(
            statement, mayStream: delivery.canStream(to: statement.destination))
        if case .success = result { progress.clear(answerFollows: true) } else { progress.clear() }
        switch result {
        case .failure(let error): return fail(error, statement, place)
        case .success(let output)
        where isInterrupted
            && (output.script != nil || output.repetition != nil || statement.destination != nil):
            // It completed at the same moment, but its script or destination may still have to wait for others.
            return fail(.interrupted, statement, place)
        case .success(var output):
            if statement.isVertical, output.format == nil {
                output.format = .list
                session.rememberNumbers(of: output)
            }
            if let file = output.script { return await read(file, statement, place) }
            if let repetition = output.repetition { return await watch(repetition, statement, place) }
            let failure = await finish(output, statement, place)
            let status = failure ?? output.status
            if failure == nil, case .file(let path, _) = statement.destination,
                let count = output.rowsWithinDefaultLimit
            {
                output.remarks.append(
                    "\(Quoted.text(path)) has only the first \(count) rows; to save all of them, add --limit all")
            }
            for remark in output.remarks {
                streams.writeError(Renderer.render(remark: remark, errorPresentation))
            }
            for error in output.errors { _ = fail(error, statement, place) }
            if let body = output.body, body.showsRecords {
                missingRows?.tell(of: body.concernedSources, streams, errorPresentation)
            }
            // Ctrl-C that arrived as the command ended still ends a script.
            return Executed(status: isInterrupted ? .interrupted : status, leave: output.leave)
        }
    }

    /// Delivers an answer, and then does what follows its delivery.
    ///
    /// - Returns: The status of a delivery that failed; nil if it succeeded.
    func finish(_ output: CommandOutput, _ statement: Statement, _ place: ScriptPlace) async -> ExitStatus? {
        if let error = await deliver(output, statement) { return fail(error, statement, place).status }
        if let whenDelivered = output.whenDelivered, streams.flush() == .written, let error = await whenDelivered() {
            _ = fail(error, statement, place)
        }
        return nil
    }

    /// Writes to the terminal while a command runs; the command's progress display is moved out of the way.
    package func aside(_ body: @escaping @Sendable () -> Void) {
        progress.aside(body)
    }

    func run(
        _ statement: Statement, mayStream: Bool = false
    ) async -> (value: Result<CommandOutput, CommandError>, isInterrupted: Bool) {
        await interruptible {
            await AnswerPreview.$isRedirected.withValue(statement.destination != nil) {
                do throws(CommandError) {
                    return .success(try await runner.run(statement.words, mayStream: mayStream))
                } catch {
                    return .failure(error)
                }
            }
        }
    }

    /// Delivers an answer to its destination.
    ///
    /// - Returns: Why delivery failed; nil if it succeeded.
    func deliver(_ output: CommandOutput, _ statement: Statement) async -> CommandError? {
        await interruptible {
            do throws(CommandError) { try await delivery.deliver(output, to: statement.destination) } catch {
                return error
            }
            return nil
        }.value
    }

    /// Does work in a task that Ctrl-C cancels, and returns whether it did.
    func interruptible<Value: Sendable>(
        _ body: @escaping @Sendable () async -> Value
    ) async -> (value: Value, isInterrupted: Bool) {
        let task = Task(executorPreference: MainThread.current) { await body() }
        guard let interrupts else { return (await task.value, false) }
        let value = await interrupts.whileHandling { _ in
            task.cancel()
            return true
        } _: {
            await task.value
        }
        return (value, task.isCancelled)
    }

    private func read(_ file: String, _ statement: Statement, _ place: ScriptPlace) async -> Executed {
        guard statement.destination == nil else {
            let message =
                "“read” has no output to redirect; use “>” and “|” on the commands in \(Quoted.text(file))"
            return fail(.usage(message), statement, place)
        }
        guard place.depth < ScriptFile.greatestDepth else {
            let message =
                "cannot read \(Quoted.text(file)): scripts are nested more than \(ScriptFile.greatestDepth) levels deep"
            return fail(CommandError(code: "nested", message: message), statement, place)
        }
        do throws(CommandError) {
            let script = try ScriptFile(file)
            var executed = await run(script, depth: place.depth + 1)
            // Without a status, exit leaves only the file, as in sqlite3 and psql.
            if executed.leave == .asItWent { executed.leave = nil }
            return executed
        } catch {
            return fail(error, statement, place)
        }
    }

    /// Runs the commands in an open file, such as a startup file.
    package func run(_ script: ScriptFile, depth: Int = 1) async -> Executed {
        var executor = self
        executor.runner = runner.forScript
        let executed = await ScriptSession(
            reader: PlainLineReader(descriptor: script.descriptor, streams: streams), executor: executor,
            streams: streams, interrupts: interrupts, failures: failures,
            place: ScriptPlace(file: script.name, depth: depth)
        ).runLines()
        return withExtendedLifetime(script) { executed }
    }

    /// Reports a line that cannot be run.
    func refuse(_ reason: String, at place: ScriptPlace) -> Executed {
        fail(.usage("\(reason); skipped this line"), Statement([]), place)
    }

    /// Reports that reading a file was interrupted.
    func interrupted(at place: ScriptPlace) -> Executed {
        fail(.interrupted, Statement([]), place)
    }

    func fail(_ error: CommandError, _ statement: Statement, _ place: ScriptPlace) -> Executed {
        var error = error
        error.line = place.line
        error.file = place.file
        streams.writeError(Renderer.render(error, asJSON: wantsJSON(statement.words), errorPresentation))
        return Executed(status: error.status)
    }

    private var errorPresentation: Presentation { delivery.terminal.errorPresentation(session.settings) }

    private func wantsJSON(_ words: [Word]) -> Bool {
        (Arguments.format(in: words) ?? session.settings.mode).isJSON
    }
}
