import AggCore

/// `near`: shows what is around a place, the nearest first.
struct NearCommand: Command {
    let declaration = CommandDeclaration(
        name: "near", summary: "Show the records around a place, the nearest first.",
        details: """
            The place is a latitude and a longitude with a comma between them, the address of a record or the number of a row of \
            the last answer, or words that find one. The radius is a distance such as 500m, 2km or 3mi; without it, 10 km. \
            Further words are a query, as with search.
            """,
        arguments: [
            .init(name: "PLACE", value: .query),
            .init(name: "RADIUS", value: .text, isOptional: true),
            .init(name: "WORDS", value: .query, isOptional: true, isRepeated: true),
        ],
        options: [
            LimitOption.option("Show up to N records, or all.")
        ],
        examples: [
            .init(line: "near London 50km", effect: "what is within 50 km of the best known London"),
            .init(line: "near 41.88,-87.63 1km source:chicago-inspections", effect: "inspections around a place"),
            .init(line: "near cities:2643743 20km --limit 5", effect: "the five records nearest to a record"),
        ])
    let readsRecords = true

    func sourcesRead(by arguments: Arguments) -> [String]? { arguments.qualifiedSources }

    private static let usualRadius = "10km"

    func run(_ arguments: Arguments, in context: CommandContext) async throws(CommandError) -> CommandOutput {
        let (center, name) = try await place(arguments.words[0], in: context)
        var words = arguments.words.dropFirst()
        var radius = Self.usualRadius
        if let word = words.first, !word.isQuoted, let distance = Circle.distance(word.text) {
            guard distance > 0 else {
                throw .usage("the radius “\(word.text)” is not above 0", help: declaration)
            }
            radius = word.text
            words = words.dropFirst()
        }
        let settings = context.session.settings
        let limit = arguments.limit ?? settings.limit
        let typed = arguments.words.map(\.typed).joined(separator: " ")
        let query: SearchQuery
        do throws(QueryFault) {
            let read = words.map(\.queryWord)
            let at = [center.latitude, center.longitude].map(JSONWriter.shortest).joined(separator: ",")
            let isOrdered = read.contains { $0.qualifier == "sort" }
            query = try context.queryReader.read(
                read + [QueryWord("\(at),\(radius)", qualifier: "near")]
                    + (isOrdered ? [] : [QueryWord("distance", qualifier: "sort")]))
        } catch {
            throw CommandError(error)
        }
        return try await answer(query, "within \(radius) of \(name)", typed, limit, in: context)
    }

    private func answer(
        _ query: SearchQuery, _ note: String, _ typed: String, _ limit: Int, in context: CommandContext
    ) async throws(CommandError) -> CommandOutput {
        do throws(StoreError) {
            var answer = try await context.aggregator.search(
                query, limit: limit, usesCache: context.session.settings.usesCache)
            answer.notes.insert(note, at: 0)
            let more = LimitOption.line("near \(typed)", beyond: limit)
            return CommandOutput(.records(answer, query: typed, more: more))
        } catch {
            throw CommandError(error)
        }
    }

    /// The place that a word says, and what to call it.
    private func place(_ word: Word, in context: CommandContext) async throws(CommandError) -> (Coordinate, String) {
        if !word.isQuoted, let coordinate = Coordinate(word.text) { return (coordinate, word.text) }
        if !word.isQuoted, Self.looksLikeCoordinate(word.text) {
            throw .usage(
                "“\(word.text)” is no place: latitudes go from -90 to 90, longitudes from -180 to 180",
                help: declaration)
        }
        guard word.text.contains(where: { !$0.isWhitespace }) else {
            throw .usage("near needs a place, not a blank text", help: declaration)
        }
        let row: RecordsAnswer.Row?
        if Int(word.text) != nil || RecordAddress(word.text) != nil {
            let address = try context.address(word, for: declaration)
            row = try await context.record(at: address).rows.first
        } else {
            row = try await best(word, in: context)
        }
        guard let row else {
            throw CommandError(code: "no_place", message: "nothing with a place is found by “\(word.text)”")
        }
        guard let coordinate = row.record.coordinate else {
            throw CommandError(
                code: "no_place", message: "the record \(row.address) has no coordinate", source: row.address.source)
        }
        let name = [row.record.title, row.record.subtitle].compactMap(\.self).joined(separator: ", ")
        return (coordinate, "\(name) (\(row.address))")
    }

    private func best(_ word: Word, in context: CommandContext) async throws(CommandError) -> RecordsAnswer.Row? {
        do {
            let query = try context.queryReader.read([
                QueryWord(word.text, isQuoted: word.isQuoted), QueryWord("coordinate", qualifier: "has"),
            ])
            return try await context.aggregator.search(query, limit: 1, usesCache: context.session.settings.usesCache)
                .rows.first
        } catch let error as StoreError {
            throw CommandError(error)
        } catch {
            throw CommandError(code: "failed", message: "\(error)")
        }
    }

    private static func looksLikeCoordinate(_ text: String) -> Bool {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { Double($0) != nil }
    }
}
