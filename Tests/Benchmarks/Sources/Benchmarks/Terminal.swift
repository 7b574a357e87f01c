import Foundation
import Glibc

/// A program on a pseudo-terminal, whose output is read with the time of its arrival.
final class Terminal {
    /// Bytes that arrived together.
    struct Block {
        var bytes: [UInt8]
        var time: ContinuousClock.Instant
    }

    private let process: pid_t
    private let (master, slave): (Int32, Int32)

    /// Starts a program in a window of a given size.
    init(_ command: [String], columns: UInt16 = 80, rows: UInt16 = 24, environment: [String: String]) throws {
        var (master, slave): (Int32, Int32) = (-1, -1)
        var name = [CChar](repeating: 0, count: 128)
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        guard openpty(&master, &slave, &name, nil, &size) == 0 else { throw Failure(text: "no pseudo-terminal") }
        let path = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        (self.master, self.slave) = (master, slave)
        process = try ChildProcess.spawn(
            command, input: path, output: path, environment: environment.merging(["TERM": "xterm"]) { $1 })
    }

    deinit {
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
        close(master)
        close(slave)
    }

    /// Presses keys.
    func type(_ keys: String) throws {
        let bytes = Array(keys.utf8)
        guard write(master, bytes, bytes.count) == bytes.count else { throw Failure(text: "the terminal is full") }
    }

    /// Returns the next output; nil if there is none for a time.
    func read(within milliseconds: Int32) -> Block? {
        var waiting = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, milliseconds) > 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = Glibc.read(master, &bytes, bytes.count)
        return count > 0 ? Block(bytes: Array(bytes[..<count]), time: .now) : nil
    }

    /// Returns the time from the start of a program to its prompt.
    static func secondsToPrompt(_ command: [String], _ prompt: String, environment: [String: String]) throws -> Double {
        let start = ContinuousClock.now
        let terminal = try Terminal(command, environment: environment)
        var seen: [UInt8] = []
        while !String(decoding: seen, as: UTF8.self).contains(prompt) {
            guard let block = terminal.read(within: 30_000) else {
                throw Failure(text: "no prompt: \(String(decoding: seen, as: UTF8.self))")
            }
            seen += block.bytes
        }
        return (ContinuousClock.now - start) / .seconds(1)
    }
}
