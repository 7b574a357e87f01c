import AggSource
import Deflate

extension RowReader {
    /// Where the rows of a document are: all of it unless they are in a list inside a document of plain UTF-8.
    static func listRange(in body: HTTPBody, _ shape: TableShape) throws(SourceError) -> Range<Int> {
        let isInside = [.json, .geojson].contains(shape.format) && shape.membersPath == nil && !shape.items.isEmpty
        guard isInside, shape.encoding == .utf8, !Inflater.isGzip(try body.read(at: 0, count: 3)) else {
            return 0..<body.count
        }
        return try list(at: shape.items, in: body, shape.encoding).range
    }

    /// The range of the list at a path, the reference of the document's coordinates, and the labels in another list, with those of
    /// dates.
    static func list(
        at path: String, in body: HTTPBody, _ encoding: TableEncoding
    ) throws(SourceError) -> (
        range: Range<Int>, reference: String?, labels: (all: [String], added: Set<String>)?, dates: Set<String>
    ) {
        var outline = JSONOutline()
        var pieces = try TextPieces(body, encoding)
        while let piece = try pieces.next() {
            if Task.isCancelled { throw .cancelled }
            outline.push(piece)
        }
        guard let list = outline.lists.first(where: { JSONOutline.path($0.path) == path }) else {
            let names = outline.lists.map { "“\(JSONOutline.path($0.path))”" }.filter { $0 != "“”" }
            let found = names.isEmpty ? "found no list" : "the lists are \(names.joined(separator: ", "))"
            throw .invalidData("(expected a list at “\(path)”; \(found))")
        }
        guard !list.range.isEmpty else { throw .invalidData("(the list at “\(path)” is cut off)") }
        let labels = try ListedLabels.labels(of: list, outline, body, encoding)
        return (list.range, outline.reference, labels, try ListedLabels.dates(of: list, outline, body, encoding))
    }
}
