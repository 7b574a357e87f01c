/// Brings what the list of a source leaves out of a record, when the record is shown.
public protocol DetailLoader: Sendable {
    /// Fetches the missing fields of a record.
    ///
    /// - Returns: The fields to put over those of the record; none when there is nothing more to know.
    /// - Throws: Any `SourceError`; the record is then shown as it is stored, with the reason.
    func details(of record: Record) async throws(SourceError) -> [Record.Field]

    /// Whether there may be more to know about a record than it holds; pure.
    func lacksDetails(_ record: Record) -> Bool
}

extension DetailLoader {
    /// Every record may have details.
    public func lacksDetails(_ record: Record) -> Bool { true }
}
