import AggSource

/// What a list in a document says about the columns of its rows, as in the layout “split” of pandas.
enum ListedLabels {
    private static let names: Set<String> = [
        "columns", "fields", "header", "headers", "column_names", "columnnames", "meta", "names", "schema",
    ]

    /// The labels in a list beside that of the rows, or in a list elsewhere with as many items as the first row, such as the
    /// `meta.view.columns` of Socrata, and those among them that the service added to each row; nil if there is none.
    static func labels(
        of rows: JSONOutline.List, _ outline: JSONOutline, _ body: HTTPBody, _ encoding: TableEncoding
    ) throws(SourceError) -> (all: [String], added: Set<String>)? {
        guard rows.arrays * 2 > rows.items else { return nil }
        let lists = candidates(outline, rows)
        let beside = lists.first { $0.path.dropLast() == rows.path.dropLast() }
        guard let list = beside ?? lists.first(where: { $0.items == rows.width }),
            let items = try items(of: list, body, encoding)
        else { return nil }
        let labels = items.compactMap(label)
        let added = items.filter { $0["dataTypeName"]?.stringValue == "meta_data" }.compactMap(label)
        return labels.count == items.count ? (labels, Set(added)) : nil
    }

    /// The labels of columns that a list beside the rows says are dates, such as the `fields` of Esri JSON.
    static func dates(
        of rows: JSONOutline.List, _ outline: JSONOutline, _ body: HTTPBody, _ encoding: TableEncoding
    ) throws(SourceError) -> Set<String> {
        let beside = candidates(outline, rows).first { $0.path.dropLast() == rows.path.dropLast() && $0.objects > 0 }
        guard let beside, let items = try items(of: beside, body, encoding) else { return [] }
        let dates = items.filter { item in
            let type = item["type"]?.stringValue?.lowercased() ?? ""
            return type.contains("date") || type.hasPrefix("timestamp")
        }
        return Set(dates.compactMap(label))
    }

    /// The lists whose names say that they describe the columns of the rows.
    private static func candidates(_ outline: JSONOutline, _ rows: JSONOutline.List) -> [JSONOutline.List] {
        outline.lists.filter { list in
            list.path != rows.path && names.contains(list.path.last?.lowercased() ?? "") && list.items > 0
                && list.arrays == 0
        }
    }

    private static func items(
        of list: JSONOutline.List, _ body: HTTPBody, _ encoding: TableEncoding
    ) throws(SourceError) -> [JSONValue]? {
        var text: [UInt8] = []
        var pieces = try TextPieces(body, encoding)
        var offset = 0
        while let piece = try pieces.next(), offset < list.range.upperBound {
            if Task.isCancelled { throw .cancelled }
            let range = (offset..<offset + piece.count).clamped(to: list.range)
            if !range.isEmpty { text += piece[range.lowerBound - offset..<range.upperBound - offset] }
            offset += piece.count
        }
        return try? JSONValue(parsing: text).arrayValue
    }

    private static func label(_ item: JSONValue) -> String? {
        if let text = item.stringValue { return text }
        if item.objectValue != nil {
            return ["name", "label", "id", "key"].lazy.compactMap { item[$0]?.stringValue }.first
        }
        return item.arrayValue == nil && !item.isNull ? item.text : nil
    }
}
