package import AggCommands
import AggStorage

/// Delivers an answer to its destination: standard output, the pager, a file, or a command.
struct AnswerDelivery: Sendable {
    let session: Session
    let streams: StandardStreams
    let terminal: TerminalEnvironment
    let interrupts: InterruptMonitor?
    let pager: Pager
    /// Whether to drop answers for standard output.
    var isSilent = false
    /// Whether a long answer may start a pager.
    var usesPager = true

    /// Delivers an answer.
    ///
    /// - Throws: One sentence if the file or the command did not accept it.
    func deliver(_ output: CommandOutput, to destination: Statement.Destination?) async throws(CommandError) {
        switch destination {
        case .file where output.isRefused: break
        case .file(let path, let appends):
            let file = AnswerFile(path: path, appends: appends)
            try await file.write(text(output, in: file))
        case .command(let command):
            let pipe = AnswerPipe(command: command, environment: terminal.environment)
            let error = await streams.whileLent { () -> CommandError? in
                do throws(CommandError) {
                    try await pipe.write(text(output, terminal.redirected), interrupts: interrupts)
                } catch { return error }
                return nil
            }
            if let error { throw error }
        case nil where isSilent: break
        case nil where output.rows != nil: try stream(output)
        case nil: try await show(output)
        }
    }

    /// The endings of files in formats that agg does not write.
    private static let otherPictures = [".png", ".jpg", ".jpeg", ".gif", ".webp", ".pdf", ".xls", ".xlsx"]

    /// The text for a file: a picture if its name ends in .svg; otherwise in the format requested with the command or by
    /// an option of the program, or else in the one that belongs to the ending.
    ///
    /// Rows of csv or tsv that are appended to others get no headings.
    ///
    /// - Throws: One sentence if the name ends in .svg, but there is neither a picture nor a requested format, or if it ends as
    ///   other pictures and documents do.
    private func text(_ output: CommandOutput, in file: AnswerFile) throws(CommandError) -> AnswerText {
        let (path, name) = (file.path, file.path.lowercased())
        let hasFormat = output.format != nil || session.origin(of: "mode") == .option
        if name.hasSuffix(".svg") {
            if let picture = output.body?.svg { return AnswerText(picture) }
            guard hasFormat else {
                throw .usage("\(Quoted.text(path)) was not written: only charts and maps can be saved as .svg")
            }
        }
        if let ending = Self.otherPictures.first(where: name.hasSuffix), !hasFormat {
            throw .usage(
                "\(Quoted.text(path)) was not written: agg can save charts and maps as .svg, but cannot write "
                    + "\(ending) files")
        }
        var output = output
        if !hasFormat { output.format = OutputFormat(fileName: name) }
        if [.csv, .tsv].contains(form(of: output)), file.continuesText { output.hasHeadings = false }
        return text(output, terminal.redirected)
    }

    private func text(_ output: CommandOutput, _ terminal: TerminalEnvironment) -> AnswerText {
        Renderer.text(output, terminal.presentation(form(of: output), session.settings))
    }

    /// The text for a pager that may not know colors: without them, unless they are requested regardless of a terminal.
    private func uncolored(_ output: CommandOutput) -> AnswerText {
        var presentation = terminal.presentation(form(of: output), session.settings)
        presentation.usesColor = terminal.usesColor(session.settings.color, isTerminal: false)
        return Renderer.text(output, presentation)
    }

    private func form(of output: CommandOutput) -> OutputFormat { output.format ?? session.settings.mode }

    /// Whether an answer is written to the destination once, from beginning to end, as it becomes available.
    ///
    /// A pager takes an answer whose rows are known.
    func canStream(to destination: Statement.Destination?) -> Bool {
        destination == nil
            && !(terminal.isInteractive && pager.command(for: session.settings.pager) != nil)
    }

    /// Shows an answer whose rows are read while they are written.
    ///
    /// - Throws: `.interrupted`; why the store cannot be read.
    private func stream(_ output: CommandOutput) throws(CommandError) {
        let presentation = terminal.presentation(form(of: output), session.settings)
        var last = StandardStreams.Outcome.written
        do throws(StoreError) {
            try StreamedAnswer(output, presentation)?.write { piece in
                last = streams.write(piece)
                return last == .written && !Task.isCancelled
            }
        } catch {
            streams.flush()
            throw CommandError(error)
        }
        if Task.isCancelled || last == .stopped { throw .interrupted }
        if last == .written, streams.flush() == .stopped { throw .interrupted }
    }

    /// Shows an answer piece by piece, until it is complete, nobody is reading, or Ctrl-C stops it.
    ///
    /// - Throws: `.interrupted`.
    private func show(_ output: CommandOutput) async throws(CommandError) {
        let text = text(output, terminal)
        // A JSON document is one line, which a pager would truncate. A session that is to end starts no pager.
        if usesPager, !form(of: output).isOneLine, terminal.isInteractive, interrupts?.endRequest == nil,
            let command = pager.command(for: session.settings.pager),
            let size = TerminalSize(of: 1), Pager.isNeeded(for: text, on: size)
        {
            let paged = pager.showsColors(command) ? text : uncolored(output)
            switch await streams.whileLent({ await pager.show(paged, with: command, interrupts) }) {
            case .shown: return
            case .notShown(let reason):
                if let reason {
                    let presentation = terminal.errorPresentation(session.settings)
                    streams.writeError(Renderer.render(remark: reason, presentation))
                }
            }
        }
        for piece in text {
            let outcome = streams.write(piece)
            if Task.isCancelled || outcome == .stopped { throw .interrupted }
            guard outcome == .written else { return }
        }
        if streams.flush() == .stopped { throw .interrupted }
    }
}

/// Shows a partial answer at the terminal while the rest is being loaded.
package struct AnswerPreview: Sendable {
    /// Whether the current command's answer goes to a file or a command, so that nobody is watching.
    @TaskLocal static var isRedirected = false

    private let session: Session
    private let terminal: TerminalEnvironment
    private let streams: StandardStreams
    private let progress: ProgressDisplay

    /// Creates a preview, which the progress display removes when the answer is complete.
    package init(
        session: Session, terminal: TerminalEnvironment, streams: StandardStreams, progress: ProgressDisplay
    ) {
        self.progress = progress
        self.session = session
        self.terminal = terminal
        self.streams = streams
    }

    /// Shows an output, unless its format is for programs or it could not be removed.
    package func show(_ output: CommandOutput, _ format: OutputFormat?) {
        let settings = session.settings
        let format = format ?? settings.mode
        guard progress.isEnabled, format.isForPeople, !Self.isRedirected else { return }
        let text = Renderer.render(output, terminal.presentation(format, settings))
        streams.write(text)
        streams.flush()
        progress.remember(preview: text)
    }
}
