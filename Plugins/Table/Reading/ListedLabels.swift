import AggSource

/// The labels of rows that are arrays, in a list of their own, as in the layout “split” of pandas.
enum ListedLabels {
    private static let names: Set<String> = [
        "columns", "fields", "header", "headers", "column_names", "columnnames", "meta", "names", "schema",
    ]

    /// The labels in a list beside that of the rows, or in a list elsewhere with as many items as the first row, such as the
    /// `meta.view.columns` of Socrata; nil if there is none.
    static func labels(
        of rows: JSONOutline.List, _ outline: JSONOutline, _ body: HTTPBody, _ encoding: TableEncoding
    ) throws(SourceError) -> [String]? {
        guard rows.arrays * 2 > rows.items else { return nil }
        let lists = outline.lists.filter { list in
            list.path != rows.path && names.contains(list.path.last?.lowercased() ?? "") && list.items > 0
                && list.arrays == 0
        }
        let beside = lists.first { $0.path.dropLast() == rows.path.dropLast() }
        guard let beside = beside ?? lists.first(where: { $0.items == rows.width }) else { return nil }
        var text: [UInt8] = []
        var pieces = try TextPieces(body, encoding)
        var offset = 0
        while let piece = try pieces.next(), offset < beside.range.upperBound {
            let range = (offset..<offset + piece.count).clamped(to: beside.range)
            if !range.isEmpty { text += piece[range.lowerBound - offset..<range.upperBound - offset] }
            offset += piece.count
        }
        guard let items = try? JSONValue(parsing: text).arrayValue else { return nil }
        let labels = items.compactMap(label)
        return labels.count == items.count ? labels : nil
    }

    private static func label(_ item: JSONValue) -> String? {
        if let text = item.stringValue { return text }
        if item.objectValue != nil {
            return ["name", "label", "id", "key"].lazy.compactMap { item[$0]?.stringValue }.first
        }
        return item.arrayValue == nil && !item.isNull ? item.text : nil
    }
}
