package import AggCommands
import Synchronization

/// The lines of a script, whose first command can be inspected before it runs.
package final class ScriptLines: LineReader {
    private let reader: any LineReader
    private let seen = Mutex<[LineInput]>([])

    /// Creates the lines from another reader, which nothing else may read from.
    package init(_ reader: any LineReader) {
        self.reader = reader
    }

    /// The next line.
    package func readLine(prompt: String) async -> LineInput {
        if let line = seen.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { return line }
        return await reader.readLine(prompt: prompt)
    }

    /// The next line if it is already available.
    package func readyLine() -> LineInput? {
        if let line = seen.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { return line }
        return reader.readyLine()
    }

    /// Shows a notice like the underlying reader.
    package func announce(_ notice: String) { reader.announce(notice) }

    /// The first command of a script that has not started; nil if the script is empty.
    ///
    /// May be called repeatedly.
    package func firstCommand() async -> Statement? {
        var next = 0
        while true {
            let input: LineInput
            if let known = seen.withLock({ $0.indices.contains(next) ? $0[next] : nil }) {
                input = known
            } else {
                input = await reader.readLine(prompt: "")
                seen.withLock { $0.append(input) }
            }
            next += 1
            switch input {
            case .line(let line): if let statement = CommandLine(line).statements.first { return statement }
            case .unreadable: continue
            case .interrupted, .endOfInput: return nil
            }
        }
    }
}
