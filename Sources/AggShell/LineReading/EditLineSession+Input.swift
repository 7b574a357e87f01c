import AggFiles
import CEditLine
import Glibc

/// The path from the terminal to libedit: the function it calls for each key.
extension EditLineSession {
    /// Milliseconds to wait for the rest of a sequence after an escape, to tell it from the Escape key.
    private static let escapePause: Int32 = 50
    /// Milliseconds within which the rest of a sequence arrives, even over a slow line.
    private static let sequencePause: Int32 = 500
    /// What Ctrl-R does where it cannot show a search.
    private static let searchHelp =
        "In this terminal, Ctrl-R finds the last line that contains what you have typed. Type part of the line first."

    /// Passes the next key to libedit; returns 1 for a key, -1 if the line ended without one.
    func readKey(into key: UnsafeMutablePointer<wchar_t>?) -> Int32 {
        handleSignals()
        // True only until the decoder removes an escape whose sequence did not arrive in time.
        var isLate = false
        while outcome == nil {
            if let next = nextKey() {
                key?.pointee = code(of: next)
                return 1
            }
            switch decoder.next(isLate: isLate) {
            case .scalar("\u{1B}"):
                queue += keysForEscape(isLate: isLate)
                isLate = false
            case .scalar(EditLineKeys.search) where lacksTextToFind:
                notices.post(Self.searchHelp)
            case .scalar(let scalar):
                // Control codes above ASCII are not keys; we use one of them ourselves.
                if (0x80..<0xA0).contains(scalar.value) { continue }
                queue.append(.scalar(scalar == "\t" && isPasteWithoutMarks ? " " : scalar))
            case .paste(let text):
                queue += keys(for: text)
            case .sequence(let sequence):
                queue += keys(for: sequence)
            case .brokenSequence:
                isLate = false
                queue += keysForBrokenSequence()
            case .partialEscape(let isLone):
                let pause = !isLone ? Self.sequencePause : awaitsMoreAfterEscape ? -1 : Self.escapePause
                isLate = !wait(milliseconds: pause)
            case .nothing:
                _ = wait(milliseconds: -1)
            }
        }
        return -1
    }

    /// Drops what was typed after the last line.
    func dropTypedAhead() {
        queue = []
        decoder = InputDecoder()
    }

    /// Returns and removes what was typed after the last line.
    func takeTypedAhead() -> InputDecoder {
        defer { decoder = InputDecoder() }
        return decoder
    }

    /// Inserts pasted text, as the libedit command for the insert key.
    func insertPastedText() -> UInt8 {
        el_winsertstr(handle, EditedLine.wide(textToInsert)) == 0 ? UInt8(CC_REFRESH) : UInt8(CC_ERROR)
    }

    /// Redraws the prompt and the line, with a text above them, after a change to the line.
    func redraw(below text: String = "", after change: () -> Void = {}) {
        let up = layout.cursorRow
        change()
        if canMoveUp {
            write("\r" + (up > 0 ? "\u{1B}[\(up)A" : "") + "\u{1B}[J" + text)
        } else {
            write("\n" + text)
        }
        _ = ceditline_refresh(handle)
    }

    /// Leaves the line on screen and moves to the row below it.
    func goBelow() {
        let layout = layout
        let down = layout.lastRow - layout.cursorRow
        write((down > 0 && canMoveUp ? "\u{1B}[\(down)B" : "") + "\n")
    }

    private func moveToEnd() {
        let line = EditedLine(handle)
        guard line.cursor < line.scalars.count else { return }
        redraw { el_cursor(handle, Int32(line.scalars.count - line.cursor)) }
    }

    /// Whether a tab is immediately followed by anything but tabs: then a terminal that doesn't mark pastes is pasting.
    ///
    /// At other terminals these are keys that were typed ahead.
    private var isPasteWithoutMarks: Bool {
        if marksPastes { return false }
        _ = wait(milliseconds: 0)
        return decoder.holdsMoreThanTabs
    }

    /// Waits for bytes, a notice, or a signal, and handles them; false if the time ran out.
    private func wait(milliseconds: Int32) -> Bool {
        var descriptors = [input.descriptor, notices.pipe.readEnd, signals.readEnd].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        let count = poll(&descriptors, nfds_t(descriptors.count), milliseconds)
        guard count != 0 else { return false }
        if count < 0 {
            if errno != EINTR { outcome = .endOfInput }
            return true
        }
        if descriptors[2].revents != 0 { handleSignals() }
        if descriptors[1].revents != 0, outcome == nil { showNotices() }
        if descriptors[0].revents != 0, outcome == nil { readBytes() }
        return true
    }

    private func readBytes() {
        switch input.read(atMost: 4_096) {
        case .bytes(let bytes):
            // A Ctrl-C that has just arrived discarded what was typed before it, so these bytes come after it.
            handleSignals()
            decoder.append(bytes)
        case .nothing: break
        case .end: outcome = .endOfInput
        }
    }

    private func showNotices() {
        let text = notices.take().map { $0 + "\n" }.joined()
        if !text.isEmpty { redraw(below: text) }
    }

    private func handleSignals() {
        for signal in signals.drainSignals() where outcome == nil {
            switch signal {
            case .interrupt:
                moveToEnd()
                write("^C\n")
                dropTypedAhead()
                outcome = .interrupted
            case .hangUp, .terminate:
                goBelow()
                interrupts.deliver(signal)
                outcome = .endOfInput
            case .windowChange:
                el_resize(handle)
                redraw()
            case .suspend:
                suspend()
            case .resume:
                _ = ceditline_set_flag(handle, EL_PREP_TERM, 0)
                takeTerminalBack()
            }
        }
    }

    /// Suspends the process like Ctrl-Z, restoring the terminal; returns when it resumes.
    private func suspend() {
        goBelow()
        write(PastedText.marksOff, unlessDumb: true)
        _ = ceditline_set_flag(handle, EL_PREP_TERM, 0)
        modes?.restore()
        SignalRedirection.stopProcess()
        takeTerminalBack()
    }

    private func takeTerminalBack() {
        _ = ceditline_set_flag(handle, EL_PREP_TERM, 1)
        write("\r\u{1B}[J" + PastedText.marksOn, unlessDumb: true)
        el_resize(handle)
        _ = ceditline_refresh(handle)
    }
}
