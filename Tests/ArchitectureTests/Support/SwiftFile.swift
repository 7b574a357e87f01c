import Foundation

/// A Swift file, by its lines.
struct SwiftFile: Sendable {
    /// The path below the root of the package, such as `Sources/AggCore/Records/Record.swift`.
    let path: String
    /// The unchanged lines.
    let lines: [String]

    init(path: String, text: String) {
        self.path = path
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// The folder of the module, such as `Sources/AggCore`.
    var module: String { path.split(separator: "/").prefix(2).joined(separator: "/") }

    /// The number of lines, as `wc -l` counts them.
    var length: Int { lines.last == "" ? lines.count - 1 : lines.count }

    /// The lines without comments, numbered from 1.
    var code: [(number: Int, text: String)] {
        lines.enumerated().compactMap { index, line in
            let text = Self.withoutComment(line)
            return text.allSatisfy(\.isWhitespace) ? nil : (index + 1, text)
        }
    }

    /// The names of the imported modules, with their line numbers.
    var imports: [(number: Int, module: String)] {
        code.compactMap { number, text in
            var words = text.split(separator: " ").map(String.init)[...]
            while let first = words.first, first != "import" {
                guard first.hasPrefix("@") || Self.accessLevels.contains(first) else { return nil }
                words = words.dropFirst()
            }
            words = words.dropFirst()
            if let first = words.first, Self.declarations.contains(first) { words = words.dropFirst() }
            return words.first.map { (number, String($0.prefix { $0 != "." && $0 != ";" })) }
        }
    }

    /// The places where code contains a text other than at the end of a longer name, as `PATH:LINE: TEXT`.
    func places(of text: String) -> [String] {
        code.filter { Self.holds($0.text, text) }.map { "\(path):\($0.number): \(text)" }
    }

    /// The names of the types that the file declares as public.
    var publicTypes: [String] {
        code.compactMap { _, text in
            let words = text.split { $0 == " " || $0 == ":" || $0 == "<" || $0 == "{" }.map(String.init)
            guard text.hasPrefix("public "), let index = words.firstIndex(where: Self.types.contains) else {
                return nil
            }
            return words.indices.contains(index + 1) ? words[index + 1] : nil
        }
    }

    private static let accessLevels = ["public", "package", "internal", "fileprivate", "private"]
    private static let declarations = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"]
    private static let types = ["struct", "class", "enum", "protocol", "actor"]

    /// The line up to a comment; two slashes after a colon belong to a URL.
    private static func withoutComment(_ line: String) -> String {
        let letters = Array(line)
        for index in letters.indices.dropLast() where letters[index] == "/" && letters[index + 1] == "/" {
            if index == 0 || letters[index - 1] != ":" { return String(letters[..<index]) }
        }
        return line
    }

    private static func holds(_ line: String, _ text: String) -> Bool {
        line.ranges(of: text).contains { range in
            guard let first = text.first, isLetter(first), range.lowerBound > line.startIndex else { return true }
            let before = line[line.index(before: range.lowerBound)]
            return !isLetter(before) && before != "."
        }
    }

    private static func isLetter(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_"
    }
}
