/// The names, keywords, and signs of a statement, without literals and comments.
struct SQLWords {
    /// A part of a statement.
    enum Part: Hashable {
        /// A name or keyword, in lowercase unless quoted.
        case name(String, isQuoted: Bool)
        case sign(Character)

        var name: String? { if case .name(let name, _) = self { name } else { nil } }
    }

    private(set) var parts: [Part] = []

    init(_ text: String) {
        var rest = text[...]
        while let first = rest.first {
            if rest.hasPrefix("--") {
                rest = rest.drop { !$0.isNewline }
            } else if rest.hasPrefix("/*") {
                rest = rest.dropFirst(2).firstRange(of: "*/").map { rest[$0.upperBound...] } ?? ""
            } else if first == "'" {
                rest = rest.dropFirst().drop { $0 != "'" }.dropFirst()
            } else if first == "\"" {
                let name = rest.dropFirst().prefix { $0 != "\"" }
                parts.append(.name(String(name), isQuoted: true))
                rest = rest[name.endIndex...].dropFirst()
            } else if first.isLetter || first == "_" {
                let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" }
                parts.append(.name(name.lowercased(), isQuoted: false))
                rest = rest[name.endIndex...]
            } else if first.isNumber {
                rest = rest.drop { $0.isLetter || $0.isNumber || $0 == "." }
            } else {
                if !first.isWhitespace { parts.append(.sign(first)) }
                rest = rest.dropFirst()
            }
        }
    }

    /// All names, quoted or not.
    var names: Set<String> { Set(parts.compactMap(\.name)) }

    /// The names that the statement defines in a `WITH`.
    var defined: Set<String> {
        guard parts.contains(.name("with", isQuoted: false)) else { return [] }
        var defined: Set<String> = []
        for index in parts.indices where parts[index] == .name("as", isQuoted: false) && index > 0 {
            var after = parts[(index + 1)...]
            while after.first == .name("not", isQuoted: false) || after.first == .name("materialized", isQuoted: false)
            {
                after = after.dropFirst()
            }
            guard after.first == .sign("(") else { continue }
            var before = index - 1
            if parts[before] == .sign(")") {
                while before > 0, parts[before] != .sign("(") { before -= 1 }
                before -= 1
            }
            if before >= 0, let name = parts[before].name { defined.insert(name) }
        }
        return defined
    }
}
