import AggStorage

/// What fits the name being typed in a SQL statement: views, and columns of the views that the statement names.
struct SQLCompletion {
    private let views: [SQLViews.View]
    private let before: [Character]
    private let named: [SQLViews.View]

    /// Takes the views there are, the statement up to the cursor, and what stands behind it.
    init(_ views: [SQLViews.View], before: some StringProtocol, behind: some StringProtocol) {
        self.views = views
        self.before = Array(before)
        let words = Set(Self.names(in: String(before) + String(behind)))
        named = views.filter { words.contains($0.name.lowercased()) }
    }

    /// What may stand in place of the last characters, and how many of them it takes the place of.
    ///
    /// Behind FROM and JOIN it is views; elsewhere columns of the views named, or of all where none is, and views; nothing
    /// inside a text.
    var proposal: (length: Int, candidates: [String]) {
        guard before.count(where: { $0 == "'" }).isMultiple(of: 2) else { return (0, []) }
        let token = token
        let previous = Self.names(in: String(before.dropLast(token.count))).last
        if previous == nil, before.allSatisfy({ $0.isLetter }) {
            return (token.count, ["SELECT", "WITH"].filter { $0.hasPrefix(token.uppercased()) })
        }
        let (names, columns) = (views.map(\.name), columns)
        let isView = ["from", "join"].contains(previous ?? "")
        let candidates = isView ? names : columns + names.filter { !columns.contains($0) }
        return (token.count, candidates.compactMap { Self.completed($0, token) })
    }

    /// The columns of the views named, or of all where none is.
    var columns: [String] { Set((named.isEmpty ? views : named).flatMap(\.columns).map(\.name)).sorted() }

    /// The characters of the name that is being typed; one with other signs in it stands in double quotes.
    private var token: String {
        if before.count(where: { $0 == "\"" }) % 2 == 1, let quote = before.lastIndex(of: "\"") {
            return String(before[quote...])
        }
        return String(before.suffix(while: { $0.isLetter || $0.isNumber || $0 == "_" }))
    }

    /// A name as it is written in SQL, where it begins as the typed one does.
    private static func completed(_ name: String, _ token: String) -> String? {
        let written = SchemaCommand.written(name)
        let typed = token.hasPrefix("\"") ? String(token.dropFirst()) : token
        guard name.lowercased().hasPrefix(typed.lowercased()) else { return nil }
        return token.hasPrefix("\"") && written == name ? "\"\(name)\"" : written
    }

    /// The names and words of a statement, in small letters, without their quotes.
    private static func names(in text: String) -> [String] {
        var names: [String] = []
        var name = ""
        var isQuoted = false
        for character in text {
            if character == "\"" { isQuoted.toggle() }
            if isQuoted ? character != "\"" : character.isLetter || character.isNumber || character == "_" {
                name.append(character)
            } else if !name.isEmpty {
                names.append(name.lowercased())
                name = ""
            }
        }
        return name.isEmpty ? names : names + [name.lowercased()]
    }
}

extension [Character] {
    /// The last characters that are such.
    fileprivate func suffix(while isSuch: (Character) -> Bool) -> ArraySlice<Character> {
        self[(lastIndex { !isSuch($0) }.map { $0 + 1 } ?? startIndex)...]
    }
}
