import Foundation
import TestSupport

/// A page whose `console` blocks are typed and compared, and rewritten with AGG_UPDATE_GOLDEN=1.
///
/// A line that begins with `$ ` goes to a shell, with the lines up to `END` if it ends with `<< 'END'`. `$ agg` or
/// `$ agg --offline` starts a session at a terminal, and a line that begins with `agg> ` is typed into it; the output
/// follows. Sessions and row numbers last from block to block. Times, ages, and ports differ between runs; `masked`
/// hides them for the comparison.
struct Transcript {
    private static let rows = 250

    /// A typed line and the output that follows it.
    struct Step {
        var typed: String
        var answer: [String]

        /// Whether the next line belongs to a document in the typed text.
        fileprivate var isOpen: Bool {
            let lines = typed.split(separator: "\n")
            return lines.first?.hasSuffix("<< 'END'") == true && (lines.count < 2 || lines.last != "END")
        }
    }

    /// The text of the page outside the blocks, and the steps inside, in order.
    private enum Part {
        case text(String)
        case step(Step)
    }

    private var parts: [Part] = []

    /// Creates a transcript from a page.
    init(_ page: String) {
        var isInside = false
        for line in page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if line.hasPrefix("```") {
                isInside = line == "```console"
                parts.append(.text(line))
            } else if isInside, case .step(var step) = parts.last, step.isOpen {
                step.typed += "\n" + line
                parts[parts.count - 1] = .step(step)
            } else if isInside, line.hasPrefix("$ ") || line.hasPrefix("agg> ") {
                parts.append(.step(Step(typed: line, answer: [])))
            } else if isInside, case .step(var step) = parts.last {
                step.answer.append(line)
                parts[parts.count - 1] = .step(step)
            } else {
                parts.append(.text(line))
            }
        }
    }

    /// The steps of the page.
    var steps: [Step] {
        parts.compactMap { part in if case .step(let step) = part { step } else { nil } }
    }

    /// Only the steps before the first session.
    var beforeSession: Transcript {
        var transcript = self
        transcript.parts = steps.prefix { !Self.sessions.contains($0.typed) }.map(Part.step)
        return transcript
    }

    /// The lines that start a session.
    private static let sessions = ["$ agg", "$ agg --offline"]

    /// The page with other answers.
    func page(answers: [[String]]) -> String {
        var answers = answers[...]
        return parts.flatMap { part -> [String] in
            switch part {
            case .text(let line): [line]
            case .step(let step): [step.typed] + (answers.popFirst() ?? step.answer)
            }
        }.joined(separator: "\n")
    }

    /// The output of each step, in a terminal with this many columns.
    func answers(of agg: Agg, columns: Int) async throws -> [[String]] {
        var answers: [[String]] = []
        var terminal: PseudoTerminal?
        for step in steps {
            if Self.sessions.contains(step.typed) {
                let options = step.typed.split(separator: " ").dropFirst(2).map(String.init)
                let session = try agg.session(
                    arguments: options, columns: columns, rows: Self.rows, environment: ["PAGER": "cat"])
                try await session.waitForPrompt()
                answers.append(Self.lines(session.screen, 0..<session.screen.row))
                terminal = session
            } else if step.typed.hasPrefix("$ ") {
                let folder = URL(filePath: builtProgram("agg")).deletingLastPathComponent().path
                let script = "export PATH=\(folder):$PATH; cd $HOME; \(step.typed.dropFirst(2))"
                let result = try await agg.shell(script)
                let text = (result.output + result.errors).replacing("\r\n", with: "\n")
                    .replacing(agg.folder.path, with: "/home/me")
                answers.append(text.split(separator: "\n").map(String.init))
            } else if let session = terminal {
                answers.append(try await Self.answer(to: String(step.typed.dropFirst("agg> ".count)), session))
            }
        }
        return answers
    }

    /// Types a line and returns the rows up to the next prompt; none after `exit`.
    private static func answer(to line: String, _ terminal: PseudoTerminal) async throws -> [String] {
        let prompt = terminal.screen.row
        try terminal.type(line)
        // A long line continues in the next row.
        let typed = ("agg> " + line).filter { $0 != " " }
        try await terminal.wait(for: line) { screen in
            screen.lines[prompt...max(prompt, screen.row)].joined().filter { $0 != " " } == typed
        }
        let first = terminal.screen.row + 1
        try terminal.type("\r")
        if line == "exit" {
            _ = try await terminal.waitForExit()
            return []
        }
        try await terminal.wait(for: "a prompt after \(line)") { $0.row >= first && $0.lines[$0.row] == "agg>" }
        return lines(terminal.screen, first..<terminal.screen.row)
    }

    private static func lines(_ screen: TerminalScreen, _ rows: Range<Int>) -> [String] { Array(screen.lines[rows]) }

    /// Lines for comparison: times, ages, and ports become `#`, and if there are any, column widths are ignored.
    static func masked(_ lines: [String]) -> [String] {
        let masked = lines.map { line in
            line.replacing(/[0-9]+ (s|min|h|d) old/, with: "# old").replacing(/[0-9]+ (s|min|h|d) ago/, with: "# ago")
                .replacing(/[0-9.]+ m?s\b/, with: "#").replacing(/127\.0\.0\.1:[0-9]+/, with: "127.0.0.1:#")
        }
        return masked == lines ? lines : masked.map { $0.replacing(/[ ]+/, with: " ") }
    }
}
