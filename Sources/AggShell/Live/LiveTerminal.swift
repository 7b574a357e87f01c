import AggFiles
import AggCommands
import AggCore
import AggSearch
import Glibc

/// Runs a live search at the terminal, on the thread that reads lines.
///
/// The frame is drawn below the cursor and removed at the end. However it ends, the terminal modes are restored.
final class LiveTerminal {
    private static let escapePause = Duration.milliseconds(50)
    private static let sequencePause = Duration.seconds(2)

    private let search: LiveSearch
    private let streams: StandardStreams
    private let notices: NoticeBoard
    private let redirection: SignalRedirection
    private let mailbox: LiveMailbox
    private let input = TerminalInput()

    private var screen: LiveScreen
    private var keys: LiveKeyReader
    private var state: LiveState
    private var end: LiveSearch.End?
    private var work: Task<Void, Never>?
    private var preview: (row: RecordsAnswer.Row, width: Int, task: Task<Void, Never>)?
    private var map: Task<Void, Never>?
    private var count: (text: String, task: Task<Void, Never>)?
    private var searchAt: ContinuousClock.Instant?
    /// When to stop waiting for the rest of a sequence; nil if none has started.
    private var sequenceDue: ContinuousClock.Instant?

    /// Takes over the terminal; nil if it cannot be used.
    init?(
        _ search: LiveSearch, typedAhead: InputDecoder, streams: StandardStreams, interrupts: InterruptMonitor,
        notices: NoticeBoard, output: LiveOutput, style: Style
    ) {
        guard let signals = WakePipe(), let mail = WakePipe(), let modes = TerminalModes(of: STDIN_FILENO) else {
            return nil
        }
        self.search = search
        keys = LiveKeyReader(after: typedAhead)
        self.streams = streams
        self.notices = notices
        screen = LiveScreen(streams: streams, output: output, modes: modes, style: style)
        redirection = SignalRedirection(interrupts: interrupts, pipe: signals)
        mailbox = LiveMailbox(pipe: mail)
        state = LiveState(text: search.text, isOffline: search.isOffline)
    }

    /// Runs until the search ends; blocks.
    func run() -> LiveSearch.End {
        streams.flush()
        if redirection.begin() { end = .interrupted }
        notices.beginReading()
        screen.take()
        perform(.searchNow)
        draw()
        takeKeys()
        while end == nil {
            wait()
            takeKeys()
            if let due = searchAt, ContinuousClock.now >= due { perform(.searchNow) }
        }
        for task in [work, preview?.task, count?.task, map] { task?.cancel() }
        finishFavorites()
        screen.giveBack()
        redirection.end()
        notices.endReading()
        return end ?? .left
    }

    private func perform(_ effect: LiveState.Effect) {
        switch effect {
        case .none: break
        case .draw: draw()
        case .searchSoon:
            searchAt = .now + search.debounce
            draw()
        case .searchNow:
            searchAt = nil
            work?.cancel()
            count?.task.cancel()
            count = nil
            let (search, mailbox, text) = (search, mailbox, state.text)
            work = Task.detached {
                let answer = await search.answer(text)
                if !Task.isCancelled { mailbox.post(.answer(answer, text: text)) }
            }
        case .toggle(let row):
            let (search, mailbox) = (search, mailbox)
            Task.detached {
                let answer = await search.toggleFavorite(row)
                mailbox.post(.favoriteChanged(answer, row.address, isFavorite: !row.isFavorite))
            }
        case .open, .findFacets, .drawMap: load(effect)
        case .end(let end):
            self.end = self.end ?? end
        }
    }

    private func takeKeys() {
        while end == nil {
            switch keys.next() {
            case .key(let key): perform(state.press(key))
            case .ignored: continue
            case .partial(let isLone):
                sequenceDue = sequenceDue ?? .now + (isLone ? Self.escapePause : Self.sequencePause)
                return
            case .nothing: return
            }
        }
    }

    /// Waits for keys, answers, notices, signals, or the time of the next search.
    private func wait() {
        var descriptors = [input.descriptor, mailbox.pipe.readEnd, notices.pipe.readEnd, redirection.pipe.readEnd].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        let count = poll(&descriptors, nfds_t(descriptors.count), timeout)
        if let due = sequenceDue, count <= 0 || descriptors[0].revents == 0, ContinuousClock.now >= due {
            sequenceDue = nil
            while case .key(let key) = keys.next(isLate: true) { perform(state.press(key)) }
        }
        guard count != 0 else { return }
        if count < 0 {
            if errno != EINTR { end = .interrupted }
            return
        }
        if descriptors[3].revents != 0 { handleSignals() }
        if descriptors[2].revents != 0, end == nil { showNotices() }
        if descriptors[1].revents != 0, end == nil { openMail() }
        if descriptors[0].revents != 0, end == nil { readBytes() }
    }

    private var timeout: Int32 {
        guard let due = [sequenceDue, searchAt].compactMap(\.self).min() else { return -1 }
        let pause = max(.zero, due - .now)
        // Rounded up, so that the time has been reached when poll returns.
        return Int32(
            clamping: pause.components.seconds * 1_000 + pause.components.attoseconds / 1_000_000_000_000_000 + 1)
    }

    private func openMail() {
        for letter in mailbox.take() where end == nil {
            switch letter {
            case .answer(let answer, let text): perform(state.take(answer, to: text))
            case .favoriteChanged(let answer, let address, let isFavorite):
                perform(state.take(answer, about: address, isFavorite: isFavorite))
            case .preview(let lines, let row, let width): perform(state.take(preview: lines, of: row, width: width))
            case .total(let total, let text): perform(state.take(total: total, of: text))
            case .facets(let facets, let text): perform(state.take(facets, narrowing: text))
            case .map(let map, let text, let view): perform(state.take(map: map, of: text, view))
            case .opened(let opened): perform(state.take(opened: opened))
            }
        }
    }

    /// Waits until the favorites are stored, since the process may end next; another signal ends the wait.
    private func finishFavorites() {
        while state.isChangingFavorites {
            var descriptors = [mailbox.pipe.readEnd, redirection.pipe.readEnd].map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            if poll(&descriptors, nfds_t(descriptors.count), -1) < 0, errno != EINTR { return }
            for case .favoriteChanged(let answer, let address, let isFavorite) in mailbox.take() {
                _ = state.take(answer, about: address, isFavorite: isFavorite)
            }
            for signal in redirection.pipe.drainSignals() {
                if signal.endsSession { redirection.interrupts.deliver(signal) }
                if signal.endsSession || signal == .interrupt { return }
            }
        }
    }

    private func readBytes() {
        switch input.read(atMost: 65_536) {
        case .bytes(let bytes):
            keys.append(bytes)
            sequenceDue = nil
        case .nothing: break
        case .end: end = .interrupted
        }
    }

    private func showNotices() {
        let text = notices.take().map { $0 + "\n" }.joined()
        guard !text.isEmpty else { return }
        screen.leave(text)
        draw()
    }

    private func handleSignals() {
        for signal in redirection.pipe.drainSignals() where end == nil {
            switch signal {
            case .interrupt: end = .interrupted
            case .hangUp, .terminate:
                redirection.interrupts.deliver(signal)
                end = .interrupted
            case .windowChange: fillWindow()
            case .suspend:
                screen.giveBack()
                SignalRedirection.stopProcess()
                screen.take()
                fillWindow()
            case .resume:
                screen.take()
                fillWindow()
            }
        }
    }

    /// Draws everything for the window, whose size may have changed; a map follows when it has been drawn again.
    private func fillWindow() {
        draw()
        if state.mapView != nil { perform(.drawMap) }
    }

    private func draw() {
        guard end == nil else { return }
        screen.draw(state)
        loadPreview()
        countMatches()
    }

    /// Loads the preview of the chosen row after the rows are drawn.
    private func loadPreview() {
        guard let width = screen.previewWidth, let row = state.rowToPreview(width: width),
            preview?.row != row || preview?.width != width
        else { return }
        preview?.task.cancel()
        let (search, mailbox) = (search, mailbox)
        let task = Task.detached {
            let lines = await search.details.preview(row, width)
            if !Task.isCancelled { mailbox.post(.preview(lines, row, width: width)) }
        }
        preview = (row, width, task)
    }

    /// Counts the matches when nothing has been typed for a moment, so that the next search doesn't wait for it.
    private func countMatches() {
        guard let text = state.textToCount, count?.text != text else { return }
        count?.task.cancel()
        count = (text, Self.counting(text, search.details, mailbox))
    }

    private static let countPause = Duration.milliseconds(200)

    private static func counting(_ text: String, _ details: LiveDetails, _ mailbox: LiveMailbox) -> Task<Void, Never> {
        Task.detached {
            do { try await Task.sleep(for: countPause) } catch { return }
            guard let total = await details.total(text), !Task.isCancelled else { return }
            mailbox.post(.total(total, text: text))
        }
    }

    /// Loads what a key asked for.
    private func load(_ effect: LiveState.Effect) {
        let (details, mailbox, text) = (search.details, mailbox, state.text)
        let size = screen.mapSize
        switch effect {
        case .open(let addresses): Task.detached { mailbox.post(.opened(await details.open(addresses))) }
        case .findFacets: Task.detached { mailbox.post(.facets(await details.facets(text), text: text)) }
        case .drawMap:
            guard let view = state.mapView else { return }
            map?.cancel()
            map = Task.detached {
                let drawn = await details.map(text, view, size.columns, size.rows)
                if !Task.isCancelled { mailbox.post(.map(drawn, text: text, view: view)) }
            }
        default: break
        }
    }
}
