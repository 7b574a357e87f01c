import AggCore

extension CommandContext {
    /// Changes the favorites at several addresses in turn; one failure does not stop the others.
    ///
    /// - Throws: The error if there is only one address.
    func changeFavorites(
        at addresses: [RecordAddress],
        _ change: (RecordAddress) async throws -> (sentence: String, row: RecordsAnswer.Row?, count: Int)
    ) async throws -> CommandOutput {
        let limit = aggregator.favoritesLimit
        var report = FavoriteReport(messages: [], changed: [], count: 0, limit: limit)
        var errors: [CommandError] = []
        for address in addresses {
            do {
                let done = try await change(address)
                report.messages.append("\(done.sentence): \(done.count) of \(limit) favorites.")
                report.count = done.count
                if let row = done.row { report.changed.append(row) }
            } catch {
                let error = CommandError(error)
                if addresses.count == 1 { throw error }
                errors.append(error)
                if error.status == .interrupted { break }
            }
        }
        guard !report.messages.isEmpty else {
            return CommandOutput(status: errors.first?.status ?? .done, errors: errors)
        }
        return CommandOutput(
            report,
            status: errors.last { $0.status == .interrupted }?.status ?? errors.first?.status ?? .done, errors: errors)
    }
}
