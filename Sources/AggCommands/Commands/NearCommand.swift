import AggCore
import AggSearch
import AggSource
import AggStorage
import Foundation

/// `near`: shows the records around a place, nearest first.
struct NearCommand: Command {
    let declaration = CommandDeclaration(
        name: "near", summary: "Show the records around a place, nearest first.",
        details: """
            PLACE is a coordinate, a record address, a row number from the last results, or a name. A name means the \
            best-known place with that name; the output shows which one it is, and how to choose another. A comma \
            separates a name from its country, as in “paris, canada”. Write a coordinate as \(CoordinateText.forms). \
            RADIUS is a distance such as \(DistanceText.forms), anywhere after the place. A number without a unit, \
            directly after the place, means kilometers. The default is 10 km. The other words form a query, as in \
            “search”. If a query follows a name of more than one word, put the name in quotes.
            """,
        arguments: [
            .init(name: "PLACE", value: .place),
            .init(name: "RADIUS", value: .distance, isOptional: true),
            .init(name: "WORDS", value: .query, isOptional: true, isRepeated: true),
        ],
        options: [
            LimitOption.option("Show up to N records; N can be “all”.")
        ],
        examples: [
            .init(line: "near London 50km", effect: "records within 50 km of the best-known London"),
            .init(
                line: "near 41.88,-87.63 1km source:chicago-inspections",
                effect: "inspections within 1 km of a coordinate"),
            .init(line: "near 41.88N 87.63W 800 ft", effect: "records within 800 feet of a coordinate"),
            .init(line: "near cities:2643743 20km --limit 5", effect: "the five records nearest to a given record"),
        ])
    let readsRecords = true

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        let place = try await NearPlace.read(arguments.words, in: context, for: declaration)
        let limit = arguments.limit ?? context.session.settings.limit
        return try await answer(try query(at: place, context), place, arguments.words, limit, in: context)
    }

    func query(of arguments: Arguments, in context: CommandContext) async throws -> SearchQuery? {
        try query(at: try await NearPlace.read(arguments.words, in: context, for: declaration), context)
    }

    func numberedRecord(of arguments: Arguments, in context: CommandContext) async throws -> RecordAddress? {
        guard let word = arguments.words.first, Int(word.text) != nil else { return nil }
        return try await NearPlace.read(arguments.words, in: context, for: declaration).record
    }

    private func query(at place: NearPlace, _ context: CommandContext) throws -> SearchQuery {
        let numbers = [place.center.latitude, place.center.longitude, place.radius].map(Self.text)
        let circle = numbers.joined(separator: ",") + "km"
        return try context.queryReader.read(
            place.words.map(\.queryWord) + [QueryWord(circle, qualifier: "near")]
                + (place.words.chooseOrder ? [] : [QueryWord("distance", qualifier: "sort")]))
    }

    /// A number without an exponent, whose “e” would be taken for east.
    private static func text(_ number: Double) -> String {
        let text = JSONWriter.shortest(number)
        return text.lowercased().contains("e") ? String(format: "%.9f", number) : text
    }

    private func answer(
        _ query: SearchQuery, _ place: NearPlace, _ words: [Word], _ limit: Int, in context: CommandContext
    ) async throws -> CommandOutput {
        var answer = try await context.aggregator.search(
            query, limit: limit, usesCache: context.session.settings.usesCache)
        answer.notes = place.notes + answer.notes
        answer.explanations = place.notes.count
        let typed = words.map(\.typed).joined(separator: " ")
        // A row number would then refer to this answer.
        let lasting = place.record.map { [Word($0.description)] + words.dropFirst() } ?? words
        let more = context.more([Word("near")] + lasting, beyond: limit)
        return CommandOutput(RecordsReport(answer, query: typed, more: more))
    }
}
