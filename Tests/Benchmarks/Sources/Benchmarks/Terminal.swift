import Foundation
import Glibc

/// The time from the start of a program on a pseudo-terminal to its prompt.
enum Terminal {
    static func secondsToPrompt(_ command: [String], _ prompt: String, environment: [String: String]) throws -> Double {
        var (master, slave): (Int32, Int32) = (-1, -1)
        var name = [CChar](repeating: 0, count: 128)
        guard openpty(&master, &slave, &name, nil, nil) == 0 else { throw Failure(text: "no pseudo-terminal") }
        let path = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let start = ContinuousClock.now
        let process = try ChildProcess.spawn(
            command, input: path, output: path, environment: environment.merging(["TERM": "xterm"]) { $1 })
        var seen: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 4_096)
        while !String(decoding: seen, as: UTF8.self).contains(prompt) {
            let count = read(master, &block, block.count)
            guard count > 0 else { throw Failure(text: "no prompt: \(String(decoding: seen, as: UTF8.self))") }
            seen += block[..<count]
        }
        let elapsed = ContinuousClock.now - start
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
        close(master)
        close(slave)
        return Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
    }
}
