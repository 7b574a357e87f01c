import AggStorage

/// Completes the name being typed in an SQL statement: views, and columns of the views that it names.
struct SQLCompletion {
    private let views: [SQLViews.View]
    private let before: [Character]
    private let named: [SQLViews.View]

    /// Creates a completion from the existing views and the parts of the statement before and after the cursor.
    init(_ views: [SQLViews.View], before: some StringProtocol, behind: some StringProtocol) {
        self.views = views
        self.before = Array(before)
        let words = Set(Self.names(in: String(before) + String(behind)))
        named = views.filter { words.contains($0.name.lowercased()) }
    }

    /// The candidates and the number of characters before the cursor that they replace.
    ///
    /// After FROM and JOIN it offers views; elsewhere, views and the columns of the named views, or of all views if
    /// none is named; inside a string literal, nothing.
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

    /// The columns of the named views, or of all views if none is named.
    var columns: [String] { Set((named.isEmpty ? views : named).flatMap(\.columns).map(\.name)).sorted() }

    /// The characters of the name being typed, including the opening double quote if it is quoted.
    private var token: String {
        if before.count(where: { $0 == "\"" }) % 2 == 1, let quote = before.lastIndex(of: "\"") {
            return String(before[quote...])
        }
        return String(before.suffix(while: { $0.isLetter || $0.isNumber || $0 == "_" }))
    }

    /// The name as written in SQL; nil if it doesn't start with the typed text.
    private static func completed(_ name: String, _ token: String) -> String? {
        let written = SchemaCommand.written(name)
        let typed = token.hasPrefix("\"") ? String(token.dropFirst()) : token
        guard name.lowercased().hasPrefix(typed.lowercased()) else { return nil }
        return token.hasPrefix("\"") && written == name ? "\"\(name)\"" : written
    }

    /// The names and words of a statement, in lower case and without quotes.
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
    /// The longest suffix whose characters satisfy a condition.
    fileprivate func suffix(while isSuch: (Character) -> Bool) -> ArraySlice<Character> {
        self[(lastIndex { !isSuch($0) }.map { $0 + 1 } ?? startIndex)...]
    }
}
