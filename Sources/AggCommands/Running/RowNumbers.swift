import AggCore

/// The records that words point to: by addresses, or by the numbers of rows of the last answer.
extension CommandContext {
    /// The most rows that one range such as `1-5` may name.
    private static let longestRange = 10_000

    /// The address that a word gives or a number of the last answer points to.
    ///
    /// - Throws: A usage error for a word that is neither, and for a number on the program's own command line; a
    ///   failure for a number beyond the last answer.
    func address(_ word: Word, for declaration: CommandDeclaration) throws(CommandError) -> RecordAddress {
        if let number = Int(word.text) { return try row(number, as: word.text, for: declaration) }
        guard let address = RecordAddress(word.text) else {
            throw .usage(
                "\(Quoted.text(word.text)) is no record address such as cities:2643743, and no number of a row",
                help: declaration)
        }
        return address
    }

    /// The addresses that words point to, each once: numbers, ranges of them such as `1-5`, and addresses.
    ///
    /// - Throws: What `address(_:for:)` throws.
    func addresses(_ words: [Word], for declaration: CommandDeclaration) throws(CommandError) -> [RecordAddress] {
        var addresses: [RecordAddress] = []
        for word in words {
            guard let range = try Self.range(word.text, declaration) else {
                addresses.append(try address(word, for: declaration))
                continue
            }
            for number in range { addresses.append(try row(number, as: word.text, for: declaration)) }
        }
        var seen: Set<RecordAddress> = []
        return addresses.filter { seen.insert($0).inserted }
    }

    /// The numbers of a range; nil for a word that is none.
    private static func range(
        _ text: String, _ declaration: CommandDeclaration
    ) throws(CommandError) -> ClosedRange<Int>? {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard ends.count == 2, let first = ends[0], let last = ends[1] else { return nil }
        guard first <= last, last - first < longestRange else {
            throw .usage("\(Quoted.text(text)) is no range of rows such as 1-5", help: declaration)
        }
        return first...last
    }

    private func row(
        _ number: Int, as text: String, for declaration: CommandDeclaration
    ) throws(CommandError) -> RecordAddress {
        guard !isOneShot else {
            throw .usage(
                "\(Quoted.text(text)) is no record address: numbers point into the last answer of a session or script",
                help: declaration)
        }
        let rows = session.lastRows
        guard number >= 1, number <= rows.count else {
            throw CommandError(code: "no_such_row", message: "there is no row \(number): \(rowsThereAre(rows.count))")
        }
        return rows[number - 1]
    }

    /// What rows the last answer has, in words.
    private func rowsThereAre(_ count: Int) -> String {
        if count > 0 { return "the last answer has rows 1 to \(count)" }
        guard let last = session.lastOutput else { return "there is no answer yet to point into" }
        return last.table?.rows.isEmpty == false
            ? "the last answer has no addresses; a statement that selects the column address has"
            : "the last answer has no rows"
    }
}

extension CommandOutput {
    /// The records that the numbers of the rows mean in a form; nil if the answer has no numbered rows.
    func numberedAddresses(in form: OutputFormat) -> [RecordAddress]? {
        switch body {
        case .records(let answer, _, _):
            let rows = form == .table || form == .list ? answer.numbered.rows : answer.rows
            return rows.map(\.address)
        case .table(let report) where report.rowsAreRecords: return report.addresses
        default: return nil
        }
    }
}

extension TableReport {
    /// The addresses of the rows, by their column `address`, or by `key` where all are of one source; empty if a row has none.
    fileprivate var addresses: [RecordAddress] {
        let places = ["address", "source", "key"].map { table.columns.firstIndex(of: $0) }
        let only = sources.count == 1 ? sources[0].id : nil
        let addresses = table.rows.map { row -> RecordAddress? in
            let values = places.map { $0.flatMap { row[$0].stringValue } }
            if let text = values[0], let address = RecordAddress(text), isKnown(address.source) { return address }
            guard let key = values[2], let source = values[1].flatMap({ SourceID($0) }) ?? only else { return nil }
            return RecordAddress(source: source, key: key)
        }
        let found = addresses.compactMap(\.self)
        return found.count == addresses.count ? found : []
    }

    /// Whether a source is one of those that the rows are of; a street with a colon in it names none.
    private func isKnown(_ source: SourceID) -> Bool { sources.isEmpty || sources.contains { $0.id == source } }
}
