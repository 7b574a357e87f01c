import AggProcess

/// A command for the system's shell, as in `| COMMAND`, or for a pager.
struct ShellCommand: Hashable, Sendable {
    let text: String

    /// The arguments that start it.
    var arguments: [String] { ["/bin/sh", "-c", script] }

    /// The text for the shell, which a single program replaces: a signal that ends the shell would leave a program that
    /// the shell waits for running.
    var script: String {
        let isSingle = text.allSatisfy { Self.isPlain($0) || " \t=,:%@\"'".contains($0) }
        return program != nil && isSingle ? "exec \(text)" : text
    }

    /// The program it starts with, if that can be determined without a shell and it does not exist; nil otherwise.
    func missingProgram(in environment: [String: String]) -> String? {
        program.flatMap { Executable.path(of: $0, in: environment) == nil ? $0 : nil }
    }

    /// The program it starts with; nil if only a shell can tell.
    private var program: String? {
        let word = text.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? ""
        let isName = !word.isEmpty && word.allSatisfy(Self.isPlain) && !Self.shellWords.contains(word)
        return isName ? word : nil
    }

    private static func isPlain(_ letter: Character) -> Bool {
        letter.isASCII && (letter.isLetter || letter.isNumber || "._+-/".contains(letter))
    }

    /// What the shell provides itself (POSIX reserved words, special built-ins, and utilities that need no file).
    private static let shellWords: Set<String> = [
        ".", "alias", "bg", "break", "case", "cd", "command", "continue", "do", "done", "elif", "else", "esac", "eval",
        "exec", "exit", "export", "fc", "fg", "fi", "for", "getopts", "hash", "if", "jobs", "kill", "printf", "pwd",
        "read", "readonly", "return", "set", "shift", "test", "then", "times", "trap", "type", "ulimit", "umask",
        "unalias", "unset", "until", "wait", "while", "echo", "true", "false",
    ]
}
