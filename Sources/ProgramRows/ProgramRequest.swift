import Foundation

/// A program and its arguments, as typed after `source add KIND`.
package struct ProgramRequest: Sendable {
    /// The words: the program, as an absolute path if it is an existing file, and the arguments as typed.
    package let words: [String]

    /// Parses a text, which may have been converted to a file URL.
    package init(_ text: String) {
        let path = text.hasPrefix("file:") ? URL(string: text)?.path : nil
        let words = Self.words(of: path ?? text)
        self.words = words.prefix(1).map(Self.path) + words.dropFirst()
    }

    /// A finding for each argument that is the relative path of an existing file.
    package var findings: [String] {
        words.dropFirst().filter { $0.first != "/" && $0.first != "~" && Self.path(of: $0) != $0 }.map { word in
            "“\(word)” is relative to the folder in which agg is started; an absolute path works from any folder"
        }
    }

    /// The absolute path of an existing file; any other word is unchanged.
    package static func path(of word: String) -> String {
        // In a shell, the home folder is HOME, which may differ from that of the user's account.
        let variable = ProcessInfo.processInfo.environment["HOME"] ?? ""
        let home = variable.isEmpty ? NSHomeDirectory() : variable
        let path = word == "~" || word.hasPrefix("~/") ? home + word.dropFirst() : word
        let isPath = path.contains("/") || path.contains(".")
        return isPath && FileManager.default.fileExists(atPath: path) ? URL(fileURLWithPath: path).path : word
    }

    /// Splits a text at blanks, except inside closed quotes.
    private static func words(of text: String) -> [String] {
        var words: [String] = []
        var word: String?
        var rest = text[...]
        while let letter = rest.popFirst() {
            if letter.isWhitespace {
                if let word { words.append(word) }
                word = nil
            } else if "'\"".contains(letter), let end = rest.firstIndex(of: letter) {
                word = (word ?? "") + rest[..<end]
                rest = rest[rest.index(after: end)...]
            } else {
                word = (word ?? "") + String(letter)
            }
        }
        return words + [word].compactMap(\.self)
    }
}
