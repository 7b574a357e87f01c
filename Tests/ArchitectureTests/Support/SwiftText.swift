/// A string literal in a Swift file; each interpolation is replaced by `…`.
struct SwiftText: Equatable, Sendable {
    /// The file and the line on which it starts, such as `Sources/AggCore/A.swift:3`.
    let place: String
    let text: String

    /// Whether it looks like a sentence or a phrase for people, and not like code, SQL, HTML, or a name.
    var isProse: Bool {
        let words = text.split(separator: " ").filter { $0.contains { $0.isLetter } }
        guard words.count >= 3, text.contains(/\p{Lowercase}/), !text.contains("</"), !text.contains("/>") else {
            return false
        }
        return !Self.statements.contains { text.contains($0) }
    }

    private static let statements = [
        "SELECT ", "INSERT ", "UPDATE ", "DELETE ", "CREATE ", "PRAGMA ", "FROM ", "WHERE ", " = ?", "{\n", "<svg",
        "font-family", "var ", "() =>",
    ]
}

extension SwiftFile {
    /// The string literals, in order.
    var texts: [SwiftText] {
        var reader = SwiftTextReader(path: path, lines.joined(separator: "\n"))
        return reader.read()
    }
}

/// Reads the string literals of a Swift file, skipping comments.
private struct SwiftTextReader {
    private let path: String
    private let letters: [Character]
    private var index = 0
    private var line = 1
    private var texts: [SwiftText] = []

    init(path: String, _ text: String) {
        self.path = path
        letters = Array(text)
    }

    mutating func read() -> [SwiftText] {
        while index < letters.count {
            if starts("//") {
                while index < letters.count, letters[index] != "\n" { advance() }
            } else if let literal = literal() {
                texts.append(literal)
            } else {
                advance()
            }
        }
        return texts
    }

    /// Reads a literal if one starts here.
    private mutating func literal() -> SwiftText? {
        var pounds = ""
        while index + pounds.count < letters.count, letters[index + pounds.count] == "#" { pounds += "#" }
        let rest = index + pounds.count
        guard rest < letters.count, letters[rest] == "\"" else { return nil }
        let place = "\(path):\(line)"
        advance(pounds.count)
        let quote = starts("\"\"\"") ? "\"\"\"" : "\""
        advance(quote.count)
        var text = ""
        while index < letters.count, !starts(quote + pounds) {
            if starts("\\" + pounds + "(") {
                skipInterpolation(pounds.count + 2)
                text += "…"
            } else if starts("\\" + pounds + "\n") {
                advance(pounds.count + 2)
                while index < letters.count, letters[index] == " " { advance() }
            } else if starts("\\" + pounds) {
                let escaped = index + 1 + pounds.count
                text += escaped < letters.count && letters[escaped] == "n" ? "\n" : "’"
                advance(pounds.count + 2)
            } else {
                text.append(letters[index])
                advance()
            }
        }
        advance(quote.count + pounds.count)
        guard quote.count == 3 else { return SwiftText(place: place, text: text) }
        let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
        return SwiftText(place: place, text: lines.joined(separator: "\n"))
    }

    /// Skips an interpolation and the literals in it, which count on their own.
    private mutating func skipInterpolation(_ start: Int) {
        advance(start)
        var depth = 1
        while index < letters.count, depth > 0 {
            if let literal = literal() {
                texts.append(literal)
                continue
            }
            if letters[index] == "(" { depth += 1 }
            if letters[index] == ")" { depth -= 1 }
            advance()
        }
    }

    private func starts(_ text: String) -> Bool { letters[index...].starts(with: text) }

    private mutating func advance(_ count: Int = 1) {
        for _ in 0..<count where index < letters.count {
            if letters[index] == "\n" { line += 1 }
            index += 1
        }
    }
}
