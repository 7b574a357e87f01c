import AggFiles
import AggStorage
import Dispatch
import Glibc
import Synchronization

/// Reads lines from a descriptor that is not a terminal: a script in a file or a pipe.
///
/// It shows no prompt. The script is read in blocks on demand, so it may be larger than memory and may arrive slowly;
/// lines may have any length. Reading happens on the main thread, or on one of its own, so that a pipe without a writer
/// blocks no thread of the task pool; cancelling the task ends the wait.
package final class PlainLineReader: LineReader {
    private static let blockSize = 65_536

    private let descriptor: Int32
    private let streams: StandardStreams
    private let queue = DispatchQueue(label: "agg.plain-lines")
    private let lines = Mutex(InputLines())
    private let cancellation = WakePipe()

    /// Creates a reader of a descriptor, which must stay open as long as the reader; notices go to standard error.
    package init(descriptor: Int32 = STDIN_FILENO, streams: StandardStreams) {
        self.descriptor = descriptor
        self.streams = streams
    }

    /// The next line of the script, or its end, which a read error also causes.
    package func readLine(prompt: String) async -> LineInput {
        if let line = lines.withLock({ $0.next() }) { return line }
        return await withTaskCancellationHandler {
            await MainThread.wait(orOn: queue) { self.waitForLine() }
        } onCancel: {
            cancellation?.send(1)
        }
    }

    /// The next line if it was read along with the last one, or can be read without waiting.
    package func readyLine() -> LineInput? {
        while true {
            if let line = lines.withLock({ $0.next() }) { return line }
            var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&ready, 1, 0) == 1 else { return nil }
            var block = [UInt8](repeating: 0, count: Self.blockSize)
            let count = read(descriptor, &block, block.count)
            if count < 0 { return nil }
            if count == 0 { return lines.withLock { $0.rest() } }
            lines.withLock { $0.append(block[..<count]) }
        }
    }

    /// Writes the notice to standard error: a script has no prompt.
    package func announce(_ notice: String) {
        streams.writeError(notice + "\n")
    }

    private func waitForLine() -> LineInput {
        var block = [UInt8](repeating: 0, count: Self.blockSize)
        while true {
            guard waitForBytes() else { return .interrupted }
            let count = read(descriptor, &block, block.count)
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            let line = lines.withLock { lines in
                guard count > 0 else { return lines.rest() }
                lines.append(block[..<count])
                return lines.next()
            }
            if let line { return line }
            if count <= 0 { return .endOfInput }
        }
    }

    /// Waits until there is something to read or the end is reached; false if the task was canceled first.
    ///
    /// A named pipe counts as ended only after something has been written to it.
    private func waitForBytes() -> Bool {
        // poll(2) would wait forever for a descriptor that does not exist.
        if descriptor < 0 { return true }
        let wakeUp = cancellation?.readEnd ?? -1
        while true {
            var interests = [descriptor, wakeUp].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            guard poll(&interests, 2, -1) > 0 else { continue }
            return interests[1].revents == 0
        }
    }
}

/// Splits bytes that arrive in blocks into lines of text.
///
/// A line ends with LF or CR LF, which the last line may omit. A byte order mark at the very start is skipped. A line
/// with NUL bytes or invalid UTF-8 is not text: it is reported, and the lines after it are still read.
struct InputLines {
    private var bytes: [UInt8] = []
    private var start = 0
    private var scanned = 0
    private var isAtBeginning = true

    /// Adds a block that was read.
    mutating func append(_ block: some Collection<UInt8>) {
        if start > 0 {
            bytes.removeFirst(start)
            scanned -= start
            start = 0
        }
        bytes += block
    }

    /// The next complete line; nil if its end has not arrived.
    mutating func next() -> LineInput? {
        guard let end = bytes[scanned...].firstIndex(of: UInt8(ascii: "\n")) else {
            scanned = bytes.count
            return nil
        }
        defer { (start, scanned) = (end + 1, end + 1) }
        return text(of: bytes[start..<end])
    }

    /// The rest at the end of the input; nil if there is none.
    mutating func rest() -> LineInput? {
        defer { (start, scanned) = (bytes.count, bytes.count) }
        return start < bytes.count ? text(of: bytes[start...]) : nil
    }

    private mutating func text(of line: ArraySlice<UInt8>) -> LineInput {
        var line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        if isAtBeginning, line.starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3) }
        isAtBeginning = false
        if line.contains(0) {
            return .unreadable("not text (it contains a NUL byte)")
        }
        guard let text = String(validating: line, as: UTF8.self) else {
            return .unreadable("not valid UTF-8")
        }
        return .line(text)
    }
}
