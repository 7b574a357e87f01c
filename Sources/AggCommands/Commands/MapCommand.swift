import AggCore
import AggSearch
import AggSource
import AggStorage

/// `map`: draws the locations of records.
struct MapCommand: Command {
    private static let names = Option("--names", "N", in: 0...200, help: "How many records to label; 12 by default.")

    let declaration = CommandDeclaration(
        name: "map", summary: "Draw records on a map.",
        details: """
            The map covers the records that the query finds or, without a query, all records. It labels the best \
            matches or, without a query, the best-known records. Labels that don't fit are left out. Coastlines and \
            borders are drawn underneath (Natural Earth, public domain). The map crosses the date line if it covers a \
            smaller area that way. The scale is exact in the middle of the map. After an SQL statement whose results \
            include places, “map” without arguments draws them.
            """,
        arguments: [.init(name: "WORDS", value: .query, isOptional: true, isRepeated: true)],
        options: [Self.names] + PictureOptions.all,
        examples: [
            .init(line: "map san source:cities", effect: "the cities that match “san”"),
            .init(line: "map source:nyc-schools --svg schools.svg", effect: "an SVG map of all schools"),
        ])
    let readsRecords = true
    let answersTable = true

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        if arguments.words.isEmpty, LastAnswerPicture.hasPlaces(context) {
            let picture = try await LastAnswerPicture(context, for: declaration).map(names: arguments[Self.names] ?? 12)
            return try await PictureOptions.output(picture, arguments, context)
        }
        let query = try context.query(arguments.words)
        let answer = try await context.aggregator.map(
            matching: query, names: arguments[Self.names] ?? 12,
            usesCache: context.session.settings.usesCache)
        let names = answer.named.compactMap { row in row.record.coordinate.map { (row.record.title, $0) } }
        let rows = zip(answer.named, names).map { row, name -> [JSONValue] in
            [
                .string(row.address.description), .string(name.0), .decimal(name.1.latitude),
                .decimal(name.1.longitude),
            ]
        }
        var report = TableReport(
            DataTable(columns: ["address", "title", "latitude", "longitude"], rows: rows),
            query: CommandLine.query(arguments.words))
        report.table.isTruncated = answer.points.count > rows.count
        report.queryNotes = query.notes
        if answer.points.count > 1 {
            report.notes = ["\(answer.points.count) points, up to \(rows.count) of them labeled"]
        }
        report.sources = answer.sources
        let picture = PictureReport(
            picture: .map(MapPicture(points: answer.points, names: names)), report: report,
            title: CommandLine.query([Word("map")] + arguments.words))
        return try await PictureOptions.output(picture, arguments, context)
    }
}
