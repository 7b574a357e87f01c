import AggSource

/// The configured columns that a table does not have, for example since its header has changed, and what to do about them.
struct MissingColumns {
    let settings: TableSettings
    let shape: TableShape
    /// The columns of the table.
    let names: [String]
    /// Their labels.
    let labels: [String]
    /// Whether the header contains a tab; labels have blanks in its place.
    let headerHasTab: Bool
    /// The source, for messages that say how to change it.
    let id: SourceID?

    /// The maximum number of columns to list.
    private static let mostListed = 20

    /// Why rows below this header cannot be read; nil if they can be, and for JSON, in which a row may lack columns that
    /// another one has.
    var faultOfHeader: String? {
        guard !shape.format.isJSON else { return nil }
        if let lost = lostKey { return faultOfDelimiter ?? faultOfKey(lost) }
        guard let first = listed.first, !listed.contains(where: names.contains) else { return nil }
        let advice = id.map { "; if this is the right table, run “source edit \($0)” and change the names" } ?? ""
        return faultOfDelimiter
            ?? "it has none of the configured columns, such as “\(first)”; the \(ColumnHint.now) \(allNames)\(advice)"
    }

    /// Why no row of a JSON document has a key; nil if some may have one.
    var faultOfRows: String? {
        guard shape.format.isJSON, !names.isEmpty else { return nil }
        return lostKey.map(faultOfKey)
    }

    /// Notes about other columns; rows show which ones a JSON document has.
    func notes(hasRows: Bool) -> [String] {
        let roles = hasRows ? settings.roles.named.filter { $0.role != "key" } : []
        var notes: [String] = []
        var noted: Set<String> = []
        for (role, columns) in roles {
            for column in columns where !names.contains(column) {
                notes.append(ColumnHint.note(on: column, as: role, missingFrom: "the table", with: names))
                noted.insert(column)
            }
        }
        let others = listed.filter { !names.contains($0) && !noted.contains($0) }
        if others.count == 1 {
            notes.append(ColumnHint.note(on: others[0], as: "columns", missingFrom: "the table", with: names))
        } else if !others.isEmpty {
            notes.append("the table has no columns “\(others.joined(separator: "”, “"))”")
        }
        if !notes.isEmpty, let id {
            notes.append("the \(ColumnHint.now) \(allNames); run “source edit \(id)” to change the configured ones")
        }
        return notes
    }

    /// The listed columns, which delimited text must have.
    private var listed: [String] {
        shape.format.isJSON ? [] : (settings.columns ?? []).map(\.name).filter { $0 != TableMapper.bounds }
    }

    /// The first column of the key that the table does not have; nil if it has all of them.
    private var lostKey: String? {
        settings.roles.isContentKey ? nil : settings.roles.key?.first { !names.contains($0) }
    }

    private var allNames: String {
        let shown = names.prefix(Self.mostListed).joined(separator: ", ")
        return names.count > Self.mostListed ? "\(shown), and \(names.count - Self.mostListed) more" : shown
    }

    private func faultOfKey(_ lost: String) -> String {
        let hint = ColumnHint.text(for: lost, among: names)
        let columns = (hint.isEmpty ? "; the" : " The") + " \(ColumnHint.now) \(allNames)"
        let advice =
            id.map { "; if the key was renamed, run “source edit \($0)” and replace “\(lost)” with the new name" } ?? ""
        return "no key column “\(lost)”\(hint)\(columns)\(advice)"
    }

    /// What to do if another delimiter divides the labels into configured columns; nil if none does.
    private var faultOfDelimiter: String? {
        let current = shape.dialect.delimiter
        guard shape.widths == nil, let first = labels.first, let other = otherDelimiter else { return nil }
        let name = Dialect.name(of: other)
        let advice = id.map { "; run “source edit \($0)” and set “delimiter: \(name)”" } ?? ""
        return "the delimiter may have changed from \(Dialect.name(of: current)) to \(name), since the first label is "
            + "“\(first.prefix(60))”\(advice)"
    }

    private var otherDelimiter: UInt8? {
        let wanted = Set(listed + (settings.roles.isContentKey ? [] : settings.roles.key ?? []))
        var candidates: [(mark: Character, delimiter: UInt8)] = [
            (",", UInt8(ascii: ",")), (";", UInt8(ascii: ";")), ("|", UInt8(ascii: "|")),
        ]
        if headerHasTab { candidates.append((" ", UInt8(ascii: "\t"))) }
        return candidates.first { mark, delimiter in
            guard delimiter != shape.dialect.delimiter else { return false }
            let parts = labels.flatMap { $0.split(separator: mark) }.map(String.init)
            let found = Set(ColumnNames.names(of: parts)).intersection(wanted)
            return parts.count > labels.count && found.count * 2 >= wanted.count
        }?.delimiter
    }
}
