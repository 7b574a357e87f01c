import AggProcess

/// A command for the system's shell, as in `| COMMAND`, or for a pager.
struct ShellCommand: Hashable, Sendable {
    let text: String

    /// The arguments that start it.
    var arguments: [String] { ["/bin/sh", "-c", text] }

    /// The program it starts with, if that can be determined without a shell and it does not exist; nil otherwise.
    func missingProgram(in environment: [String: String]) -> String? {
        let word = text.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? ""
        let isPlain = word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._+-/".contains($0)) }
        guard isPlain, !word.isEmpty, !Self.shellWords.contains(word) else { return nil }
        return Executable.path(of: word, in: environment) == nil ? word : nil
    }

    /// What the shell provides itself (POSIX reserved words, special built-ins, and utilities that need no file).
    private static let shellWords: Set<String> = [
        ".", "alias", "bg", "break", "case", "cd", "command", "continue", "do", "done", "elif", "else", "esac", "eval",
        "exec", "exit", "export", "fc", "fg", "fi", "for", "getopts", "hash", "if", "jobs", "kill", "printf", "pwd",
        "read", "readonly", "return", "set", "shift", "test", "then", "times", "trap", "type", "ulimit", "umask",
        "unalias", "unset", "until", "wait", "while", "echo", "true", "false",
    ]
}
