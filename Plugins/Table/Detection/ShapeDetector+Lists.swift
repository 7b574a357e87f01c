import AggSource

extension ShapeDetector {
    /// Finds the rows of a JSON document.
    func findLists(_ body: HTTPBody, _ finding: inout Finding) throws(SourceError) {
        var outline = JSONOutline()
        var pieces = try TextPieces(body, finding.shape.encoding)
        while let piece = try pieces.next() {
            if Task.isCancelled { throw .cancelled }
            outline.push(piece)
        }
        finding.shape.format = given.format ?? .json
        finding.shape.hasHeader = given.hasHeader ?? false
        if let items = given.items {
            finding.shape.items = items
            return
        }
        if finding.shape.format == .columns {
            finding.shape.items = JSONOutline.path(outline.columns ?? [])
            return
        }
        if outline.topValues == 1, let list = outline.listBesideFacts {
            finding.shape.items = JSONOutline.path(list.path)
            return
        }
        if outline.lists.first?.path.isEmpty == true, outline.topValues == 1 {
            finding.shape.hasHeader = try hasLabels(body, finding.shape, hasArrays: outline.lists[0].arrays > 0)
            return
        }
        guard outline.topValues == 1 else {
            // Several lists of objects are not rows.
            let hasLists = outline.lists.first.map { $0.path.isEmpty && $0.objects > 0 } ?? false
            finding.shape.format = given.format ?? (hasLists ? .json : .jsonl)
            guard !hasLists else { return }
            finding.shape.hasHeader = try hasLabels(body, finding.shape, hasArrays: outline.topObjects == 0)
            return
        }
        let tables = outline.lists.filter { list in
            !["coordinates", "geometries", "bbox"].contains(list.path.last)
                && (list.objects * 2 > list.items || list.arrays * 2 > list.items)
        }
        if let list = tables.max(by: { Self.weight(of: $0) < Self.weight(of: $1) }) {
            finding.shape.items = JSONOutline.path(list.path)
            finding.shape.hasHeader = try hasLabels(body, finding.shape, hasArrays: list.arrays > 0)
            let others = tables.filter { $0.path != list.path && !Self.isBeside($0) }
            if !others.isEmpty {
                let names = others.map { "“\(JSONOutline.path($0.path))”" }.joined(separator: ", ")
                finding.assumptions.append(
                    "rows are read from “\(finding.shape.items)”, not from \(names); use --items to choose another list"
                )
            }
        } else if given.format != .jsonl, let list = try emptyList(body, finding.shape, outline) {
            finding.shape.items = JSONOutline.path(list.path)
        } else if let path = outline.columns, given.format == nil {
            finding.shape.format = .columns
            finding.shape.items = JSONOutline.path(path)
        } else if let path = outline.rowsByName, given.format == nil {
            finding.shape.items = JSONOutline.path(path + [TableShape.members])
        } else if outline.members > 1, outline.memberObjects == outline.members {
            finding.shape.items = TableShape.members
        } else {
            finding.shape.format = given.format ?? .jsonl
        }
    }

    /// The list of rows of a document that has none yet; nil if the document may be a row itself.
    private func emptyList(
        _ body: HTTPBody, _ shape: TableShape, _ outline: JSONOutline
    ) throws(SourceError) -> JSONOutline.List? {
        let lists = outline.lists.filter { !Self.isBeside($0) && !$0.path.isEmpty }
        guard lists.allSatisfy({ $0.items == 0 }) else { return nil }
        let named = lists.first { list in list.path.last.map { Self.rows.contains($0.lowercased()) } ?? false }
        if let named { return named }
        guard lists.count == 1, let list = lists.first else { return nil }
        let object = outline.objects.first { $0.path == Array(list.path.dropLast()) }
        guard let object, object.members > 1 else { return list }
        var text: [UInt8] = []
        var pieces = try TextPieces(body, shape.encoding)
        while let piece = try pieces.next(), text.count < 1 << 16 { text += piece }
        var value = try? JSONValue(parsing: text)
        for name in object.path { value = value?[name] }
        let saysSo = (value?.objectValue?.members ?? []).contains { member in
            member.value.intValue == 0
                && Self.counts.contains(member.name.lowercased().filter { $0.isLetter || $0.isNumber })
        }
        return saysSo ? list : nil
    }

    /// Names of the number of rows, in lowercase and without punctuation.
    private static let counts: Set<String> = [
        "count", "total", "totalcount", "totalresults", "totalrecords", "size", "numfound", "numbermatched",
        "numberreturned", "length", "hits", "n",
    ]

    /// How likely a list is the table of a document: its length, unless its name says what it contains.
    private static func weight(of list: JSONOutline.List) -> Int {
        guard let name = list.path.last?.lowercased() else { return list.items }
        if isBeside(list) { return list.items - 1_000_000_000 }
        return name == "features" ? 1_000_000_000 : rows.contains(name) ? list.items * 10 : list.items
    }

    private static func isBeside(_ list: JSONOutline.List) -> Bool {
        list.path.contains { besideRows.contains($0.lowercased()) }
    }

    /// Names of lists of rows.
    private static let rows: Set<String> = [
        "data", "docs", "features", "rows", "records", "results", "items", "entries", "entry", "values", "observations",
        "elements", "hits",
    ]
    /// Names of lists that describe the rows.
    private static let besideRows: Set<String> = [
        "columns", "fields", "meta", "metadata", "schema", "links", "_links", "errors", "warnings", "messages",
        "included", "facets", "headers", "legend", "attributions", "link",
    ]

    /// Whether the first of the arrays in a list contains labels for the others.
    private func hasLabels(
        _ body: HTTPBody, _ shape: TableShape, hasArrays: Bool
    ) throws(SourceError) -> Bool {
        if let hasHeader = given.hasHeader { return hasHeader }
        guard hasArrays else { return false }
        var reader = try RowReader(body, shape)
        guard reader.labels.isEmpty else { return false }
        var rows: [TableRow] = []
        func keep(_ row: borrowing TableRow, _ labels: [String]) throws(SourceError) {
            if rows.count < 200 { rows.append(copy row) }
        }
        while rows.count < 200, try reader.next(keep) {}
        return HeaderDetector(rows: rows).hasHeader
    }
}
