import AggFiles
import AggSource
import CEditLine
import Dispatch
import Glibc

/// libedit's handle and related state, confined to the line reader's thread.
///
/// `EditLineSession+Input` and `EditLineSession+Keys` provide the keys, `EditLineSession+Completion` completion.
final class EditLineSession {
    /// What is returned to libedit's loop instead of the terminal's bytes.
    enum Key {
        case scalar(Unicode.Scalar)
        case insert(String)
        case enter
        /// A key that sent an escape sequence.
        case action(KeyAction)
    }

    let handle: OpaquePointer
    let notices: NoticeBoard
    let interrupts: InterruptMonitor
    let completer: Completer
    let signals: WakePipe
    let input = TerminalInput()
    let canMoveUp: Bool
    /// Whether the terminal is likely to put marks around pasted text.
    let marksPastes: Bool

    var decoder = InputDecoder()
    var queue: ArraySlice<Key> = []
    /// Whether the last key was an escape.
    var isAfterEscape = false
    /// Why the line ended without being submitted.
    var outcome: LineInput?
    /// The lines that the current one continues; empty if it is the first.
    var earlier = ""
    /// The text that the insert key inserts.
    var textToInsert = ""
    /// The line and cursor after the last Tab.
    var lineAfterTab: EditedLine?
    var modes: TerminalModes?

    /// The maximum time that a press of Tab may block the prompt.
    let patience: DispatchTimeInterval

    let streams: StandardStreams
    private let history: History?
    private let recalled: OpaquePointer
    private var prompt = Prompt("")
    private var promptBuffer: UnsafeMutablePointer<wchar_t>?

    init?(
        history: History?, streams: StandardStreams, interrupts: InterruptMonitor, notices: NoticeBoard,
        completer: @escaping Completer, patience: DispatchTimeInterval
    ) {
        TerminalLocale.prepare()
        let modes = TerminalModes(of: STDIN_FILENO)
        guard modes != nil, isTerminal(STDOUT_FILENO), let signals = WakePipe(),
            let handle = el_init("agg", ceditline_stdin(), ceditline_stdout(), ceditline_stderr()),
            let recalled = history_winit()
        else { return nil }
        modes?.restore()
        self.handle = handle
        self.recalled = recalled
        self.history = history
        self.streams = streams
        self.interrupts = interrupts
        self.notices = notices
        self.completer = completer
        self.patience = patience
        self.signals = signals
        let type = getenv("TERM").map { String(cString: $0) }
        canMoveUp = TerminalEnvironment.isCapable(type)
        marksPastes = TerminalEnvironment.marksPastes(type, isTmux: getenv("TMUX") != nil)
        _ = ceditline_set_client_data(handle, Unmanaged.passUnretained(self).toOpaque())
        _ = ceditline_set_flag(handle, EL_SIGNAL, 0)
        _ = ceditline_set_read(handle) { handle, key in EditLineSession.of(handle)?.readKey(into: key) ?? -1 }
        _ = ceditline_set_prompt(
            handle, { handle in EditLineSession.of(handle)?.promptForLine() }, wchar_t(Prompt.mark.value))
        EditLineKeys.bind(handle, canMoveUp: canMoveUp)
        _ = ceditline_history_set(recalled, H_SETSIZE, Int32(History.limit))
        _ = ceditline_history_set(recalled, H_SETUNIQUE, 1)
        _ = ceditline_set_history(handle, recalled)
        if let (lines, warning) = history?.load() {
            for line in lines { recall(line) }
            if let warning { notices.post(warning) }
        }
    }

    deinit {
        el_end(handle)
        history_wend(recalled)
        promptBuffer?.deallocate()
    }

    /// The session of a libedit callback.
    static func of(_ handle: OpaquePointer?) -> EditLineSession? {
        ceditline_client_data(handle).map { Unmanaged<EditLineSession>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Reads one line, which may continue earlier ones; blocks until it ends.
    func read(prompt text: String, after earlier: String, isCancelled: () -> Bool) -> LineInput {
        guard interrupts.endRequest == nil else { return .endOfInput }
        streams.flush()
        setPrompt(Prompt(text))
        self.earlier = earlier
        outcome = nil
        lineAfterTab = nil
        modes = TerminalModes(of: STDIN_FILENO)
        defer { redirection.end() }
        // From here on, no signal can cancel the task that wants to read.
        let isInterrupted = redirection.begin()
        if isInterrupted || isCancelled() {
            write("\n")
            return .interrupted
        }
        let submitted = edit()
        guard outcome == nil, let submitted else { return outcome ?? .endOfInput }
        return .line(submitted)
    }

    /// Lets the user edit a line; nil if none was submitted.
    private func edit() -> String? {
        notices.beginReading()
        defer { notices.endReading() }
        write(PastedText.marksOn, unlessDumb: true)
        var count: Int32 = 0
        let submitted = el_wgets(handle, &count).map { EditedLine.text($0, count: Int(count)) }
        write(PastedText.marksOff, unlessDumb: true)
        if submitted == nil, outcome == nil { write("\n") }
        modes?.restore()
        return submitted
    }

    private var redirection: SignalRedirection { SignalRedirection(interrupts: interrupts, pipe: signals) }

    /// Writes to the terminal, in order with libedit's own output.
    func write(_ text: String, unlessDumb: Bool = false) {
        if unlessDumb, !canMoveUp { return }
        fputs(text, ceditline_stdout())
        fflush(ceditline_stdout())
    }

    /// The current layout of the prompt and the line.
    var layout: LineLayout {
        let line = EditedLine(handle)
        let size = TerminalSize(of: STDOUT_FILENO) ?? TerminalSize(columns: 80, rows: 24)
        return LineLayout(prompt: prompt.visible, line: line.scalars, cursor: line.cursor, columns: size.columns)
            .within(rows: size.rows)
    }

    /// The prompt that libedit draws before the line.
    private func promptForLine() -> UnsafeMutablePointer<wchar_t>? {
        SearchLabel.explain(handle)
        return promptBuffer
    }

    private func setPrompt(_ prompt: Prompt) {
        self.prompt = prompt
        let wide = EditedLine.wide(prompt.marked)
        promptBuffer?.deallocate()
        let buffer = UnsafeMutablePointer<wchar_t>.allocate(capacity: wide.count)
        buffer.initialize(from: wide, count: wide.count)
        promptBuffer = buffer
    }

    /// Keeps a command in the history.
    func remember(_ line: String) {
        guard !line.allSatisfy(\.isWhitespace) else { return }
        recall(line)
        if let warning = history?.append(line) { notices.post(warning) }
    }

    private func recall(_ line: String) {
        _ = ceditline_history_enter(recalled, EditedLine.wide(line))
    }
}
