import AggFiles
package import AggSource
import Dispatch
import Glibc
import Synchronization

/// Runs a command that prints a token.
///
/// Its output is never logged, and its errors are not shown.
package struct TokenCommand: Sendable {
    private let environment: [String: String]
    private let timeout: Duration
    private static let queue = DispatchQueue(label: "agg.tokens", attributes: .concurrent)
    /// The maximum length of a token in bytes.
    private static let greatestLength = 65_536

    /// Creates a runner.
    package init(environment: [String: String], timeout: Duration = .seconds(20)) {
        self.environment = environment
        self.timeout = timeout
    }

    /// The first line that a shell command prints, without surrounding whitespace.
    ///
    /// - Throws: `SourceError.unauthorized` with part of a sentence that says what the command did, `.cancelled`.
    package func run(_ text: String) async throws(SourceError) -> String {
        let group = ProcessGroup()
        let result: Result<String, SourceError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                Self.queue.async { continuation.resume(returning: runAndWait(text, group)) }
            }
        } onCancel: {
            group.end()
        }
        if Task.isCancelled { throw .cancelled }
        return try result.get()
    }

    private func runAndWait(_ text: String, _ group: ProcessGroup) -> Result<String, SourceError> {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return refusal(errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        var pid: pid_t = 0
        let program = SpawnedProgram(
            arguments: ShellCommand(text: text).arguments, environment: environment, output: .descriptor(ends[1]),
            errors: .nowhere, hasOwnGroup: true)
        let reason = program.start(&pid)
        close(ends[1])
        guard reason == 0 else { return refusal(reason) }
        group.begin(pid)
        let line = firstLine(from: ends[0])
        if line == nil { group.end() }
        let ending = SpawnedProgram.wait(for: pid)
        group.forget()
        guard let line else {
            return .failure(.unauthorized("did not end within \(timeout.components.seconds) s"))
        }
        switch ending {
        case .exited(0) where line.count > Self.greatestLength:
            return .failure(.unauthorized("printed a first line of more than \(Self.greatestLength) bytes"))
        case .exited(0): return .success(token(in: line))
        case .exited(let status): return .failure(.unauthorized("ended with status \(status)"))
        case .killed(let signal): return .failure(.unauthorized("was ended by signal \(signal)"))
        case .refused(let reason): return refusal(reason)
        }
    }

    /// The line without surrounding whitespace.
    private func token(in line: [UInt8]) -> String {
        let token = String(decoding: line, as: UTF8.self)
        return String(token.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }

    /// The first line of the command's output, read until it closes its output; at least the first bytes if the line is
    /// too long, and nil if the time runs out.
    ///
    /// The rest of the output is read and discarded, so that the command can end.
    private func firstLine(from descriptor: Int32) -> [UInt8]? {
        let end = ContinuousClock.now + timeout
        var line: [UInt8] = []
        var isWhole = false
        var block = [UInt8](repeating: 0, count: 4_096)
        while true {
            let left = (end - .now) / .milliseconds(1)
            guard left > 0 else { return nil }
            var interest = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&interest, 1, Int32(clamping: left.rounded(.up))) > 0 else { continue }
            let count = read(descriptor, &block, block.count)
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count > 0 else { return line }
            if isWhole { continue }
            let part = block[..<count].prefix { $0 != UInt8(ascii: "\n") }
            line += part
            isWhole = part.count < count || line.count > Self.greatestLength
        }
    }

    private func refusal(_ reason: Int32) -> Result<String, SourceError> {
        .failure(.unauthorized("was not started: \(SystemError(number: reason).reason)"))
    }
}

private final class ProcessGroup: Sendable {
    private let state = Mutex<(pid: pid_t, isEnded: Bool)>((0, false))

    func begin(_ pid: pid_t) {
        state.withLock { state in
            state.pid = pid
            if state.isEnded { kill(-pid, SIGKILL) }
        }
    }

    func end() {
        state.withLock { state in
            state.isEnded = true
            if state.pid > 0 { kill(-state.pid, SIGKILL) }
        }
    }

    func forget() { state.withLock { $0.pid = 0 } }
}
