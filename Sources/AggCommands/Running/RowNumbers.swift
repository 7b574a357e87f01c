import AggCore
import AggSearch
import AggSource
import AggStorage

/// The records that words refer to: by address, or by row number in the last answer.
extension CommandContext {
    /// The maximum number of rows in a range such as `1-5`.
    private static let longestRange = 10_000

    /// The address given by a word or by a row number in the last answer.
    ///
    /// - Throws: A usage error for a word that is neither, and for a number on the program's own command line; a
    ///   failure for a number that the last answer does not have.
    func address(_ word: Word, for declaration: CommandDeclaration) throws(CommandError) -> RecordAddress {
        if isServed {
            if let address = RecordAddress(word.text) { return address }
            throw .usage("\(Quoted.text(word.text)) is not a record address such as cities:2643743")
        }
        if let number = Int(word.text) { return try row(number, as: word.text, for: declaration) }
        guard let address = RecordAddress(word.text) else {
            throw .usage(
                "\(Quoted.text(word.text)) is neither a record address such as cities:2643743 nor a row number",
                help: declaration)
        }
        return address
    }

    /// The distinct addresses that words refer to: row numbers, ranges of them such as `1-5`, and addresses.
    ///
    /// - Throws: Whatever `address(_:for:)` throws.
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

    /// The numbers of a range; nil if the word is not a range.
    private static func range(
        _ text: String, _ declaration: CommandDeclaration
    ) throws(CommandError) -> ClosedRange<Int>? {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard ends.count == 2, let first = ends[0], let last = ends[1] else { return nil }
        guard first <= last else {
            throw .usage(
                "\(Quoted.text(text)) ends before it starts; write \(Quoted.text("\(last)-\(first)"))",
                help: declaration)
        }
        guard last - first < longestRange else {
            throw .usage(
                "\(Quoted.text(text)) is too long; a range can have at most \(longestRange) rows", help: declaration)
        }
        return first...last
    }

    private func row(
        _ number: Int, as text: String, for declaration: CommandDeclaration
    ) throws(CommandError) -> RecordAddress {
        guard !isOneShot else {
            throw .usage(
                "\(Quoted.text(text)) is not a record address; row numbers work only after a search in the same session or script",
                help: declaration)
        }
        let rows = session.lastRows
        guard number >= 1, number <= rows.count else {
            throw CommandError(code: "no_such_row", message: "no such row: \(number); \(rowsThereAre(rows.count))")
        }
        return rows[number - 1]
    }

    /// The rows of the last answer, in words.
    private func rowsThereAre(_ count: Int) -> String {
        if count == 1 { return "the last results have only one row" }
        if count > 0 { return "the last results have rows 1 to \(count)" }
        guard let last = session.lastOutput?.body else { return "there are no earlier results" }
        guard last.numberedAddresses(in: .table) != nil else {
            return "the last results have no row numbers; run “search” or “list” first"
        }
        return last.values?.rows.isEmpty == false
            ? "the last results have no record addresses; select the column “address” to get them"
            : "the last results have no rows"
    }
}
