import AggShell
import Foundation
import Synchronization

// Reads lines as a session does and prints what it read, for tests that drive a real terminal.
// Usage: LineEditorProbe HISTORY NOTICES, where NOTICES is a FIFO; each of its lines is announced.

let streams = StandardStreams()
let words = ["search", "set", "sources", "são-paulo", "\"New York\"", "\"New Delhi\""]
let many = (1...103).map { "item\($0)" }

let completer: Completer = { line, cursor in
    let typed = line.prefix(cursor)
    let quotes = typed.indices.filter { typed[$0] == "\"" }
    let quoted = quotes.count % 2 == 1 ? quotes.last.map { typed[$0...] } : nil
    let word = quoted ?? typed.split(separator: " ", omittingEmptySubsequences: false).last ?? ""
    if word == "slow" { try? await Task.sleep(for: .seconds(30)) }
    let known = words + (word.hasPrefix("item") ? many : [])
    return Completion(
        start: cursor - word.count,
        candidates: known.filter { $0.hasPrefix(word) }.map { Completion.Candidate($0) })
}

guard let interrupts = InterruptMonitor() else { exit(3) }
let history = History(path: CommandLine.arguments[1])
// More patience than in a session, so that Tab works on a busy machine.
guard
    let reader = EditLineReader(
        history: history, streams: streams, interrupts: interrupts, completer: completer, patience: .seconds(3))
else {
    streams.writeError("no terminal\n")
    exit(4)
}

let notices = CommandLine.arguments[2]
Thread.detachNewThread {
    while let file = fopen(notices, "r") {
        while let line = nextLine(of: file) { reader.announce(line) }
        fclose(file)
    }
}

@Sendable func nextLine(of file: UnsafeMutablePointer<FILE>) -> String? {
    var buffer: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(buffer) }
    let count = getline(&buffer, &capacity, file)
    guard count > 0, let buffer else { return nil }
    return String(cString: buffer).trimmingCharacters(in: .newlines)
}

/// Runs until it is interrupted.
func work() async {
    let task = Task { try? await Task.sleep(for: .seconds(60)) }
    await interrupts.whileHandling { _ in
        task.cancel()
        return true
    } _: {
        streams.write("working\n")
        streams.flush()
        await task.value
    }
    streams.write("cancelled\n")
}

var isGoingOn = true
while isGoingOn {
    let input = await reader.readLine(prompt: "\u{1B}[1magg>\u{1B}[0m ")
    if case .line(let line) = input { await reader.remember(line) }
    switch input {
    case .line("work"):
        await work()
    case .line("quit"):
        isGoingOn = false
    case .line(let line):
        streams.write("got <\(line)>\n")
    case .unreadable(let reason):
        streams.write("unreadable: \(reason)\n")
    case .interrupted:
        streams.write("interrupted\n")
    case .endOfInput:
        streams.write("end \(interrupts.endRequest.map { "\($0)" } ?? "of input")\n")
        isGoingOn = false
    }
}
streams.flush()
