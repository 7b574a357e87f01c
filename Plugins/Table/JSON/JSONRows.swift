import AggSource

/// Turns JSON items into rows; the members of nested objects become columns, such as `owner.name`.
struct JSONRows {
    /// The labels of all columns so far, in the order in which they first appear.
    private(set) var labels: [String] = []

    /// The number of geometries that have positions, but no valid longitudes and latitudes.
    private(set) var lostGeometries = 0
    /// Whether the rows have more different members than can become columns.
    private(set) var hasMoreMembers = false

    /// The format of the features among the items; nil if there are none.
    private(set) var features: Features?

    /// A format of features.
    enum Features: String {
        case geoJSON = "GeoJSON"
        case esri = "Esri JSON"
    }

    private let reference: SpatialReference
    private var places: [String: Int] = [:]
    private var cells: [Cell] = []

    private enum Cell {
        case none
        case text(String)
        /// A number, `true`, or `false`.
        case literal(String)
        case list([String])
    }

    /// The maximum number of columns.
    ///
    /// Without it, the time for rows with members of their own would grow with the square of their number.
    static let mostColumns = 2_000
    /// The maximum depth of nested objects; deeper ones stay JSON.
    private static let deepest = 3
    /// The label of the geometry of a GeoJSON feature.
    static let geometry = "geometry"
    /// The label of a row's own name, and that of a member with the same label.
    private static let (name, secondName) = ("key", "key 2")

    /// Creates rows whose first columns have these labels, and whose geometries have this reference.
    init(labels: [String] = [], reference: SpatialReference = .degrees) {
        self.reference = reference
        for label in labels { _ = place(of: label) }
    }

    /// The row for an item.
    mutating func row(_ item: JSONValue, number: Int) -> TableRow {
        for index in cells.indices { cells[index] = .none }
        switch item {
        case .object(let object) where object["type"] == "Feature" && object["geometry"] != nil:
            features = .geoJSON
            addFeature(object)
        case .object(let object) where EsriFeature.isFeature(object):
            features = .esri
            addFeature(EsriFeature.geoJSON(object))
        case .object(let object) where MapElement.isArea(object):
            add(MapElement.located(object), prefix: "", depth: 1)
        case .object(let object):
            if let text = wkt(item) {
                set(Self.geometry, .text(text))
            } else {
                add(object, prefix: "", depth: 1)
            }
        case .array(let values):
            for (index, value) in values.enumerated() {
                add(value, ColumnNames.numbered(index), depth: Self.deepest)
            }
        case .null: break
        default: set("value", Self.cell(item))
        }
        return encoded(number)
    }

    /// The row for an item with its own name, which becomes the first cell.
    mutating func row(_ item: JSONValue, named name: String, number: Int) -> TableRow {
        for index in cells.indices { cells[index] = .none }
        set(Self.name, .text(name))
        for member in item.objectValue?.members ?? [] {
            add(member.value, member.name == Self.name ? Self.secondName : Self.escaped(member.name), depth: 1)
        }
        return encoded(number)
    }

    private func encoded(_ number: Int) -> TableRow {
        var row = TableRow()
        row.line = number
        for (index, cell) in cells.enumerated() {
            switch cell {
            case .none: row.endCell()
            case .text(let text), .literal(let text): row.append(text)
            case .list(let items):
                row.append(ListText.text(of: items))
                row.lists.insert(index)
            }
            if case .literal = cell { row.quoted.append(false) } else { row.quoted.append(true) }
        }
        if row.bytes.count > DelimitedReader.longestRow { row.fault = .tooLong }
        return row
    }

    private mutating func addFeature(_ feature: JSONObject) {
        let properties = feature["properties"]?.objectValue ?? [:]
        if let id = feature["id"], !id.isNull {
            add(id, properties["id"] == nil ? "id" : "feature_id", depth: Self.deepest)
        }
        add(properties, prefix: "", depth: 1)
        if let geometry = feature["geometry"], let text = wkt(geometry) {
            set(Self.geometry, .text(text))
        }
    }

    private mutating func add(_ object: JSONObject, prefix: String, depth: Int) {
        for member in object.members { add(member.value, prefix + Self.escaped(member.name), depth: depth) }
    }

    /// A name whose dots are not those of a path, so that the member `a.b` is not mistaken for `b` in `a`.
    private static func escaped(_ name: String) -> String {
        name.contains(".") ? name.replacing(".", with: "\\.") : name
    }

    private mutating func add(_ value: JSONValue, _ label: String, depth: Int) {
        switch value {
        case .null: set(label, .none)
        case .object(let object):
            if let text = SPARQLTerm.text(of: object) ?? wkt(value) {
                set(label, .text(text))
            } else if depth < Self.deepest {
                add(object, prefix: label + ".", depth: depth + 1)
            } else {
                set(label, .text(value.text))
            }
        case .array(let items):
            let isFlat = items.allSatisfy { $0.objectValue == nil && $0.arrayValue == nil }
            if isFlat {
                set(label, items.isEmpty ? .none : .list(items.filter { !$0.isNull }.map(Self.text)))
            } else {
                set(label, .text(value.text))
            }
        default: set(label, Self.cell(value))
        }
    }

    private mutating func wkt(_ geometry: JSONValue) -> String? {
        let text = GeoJSONGeometry.wkt(geometry, reference)
        let hasPositions = (geometry["coordinates"] ?? geometry["geometries"])?.arrayValue?.isEmpty == false
        if hasPositions, text?.hasSuffix("EMPTY") == true { lostGeometries += 1 }
        return text
    }

    private mutating func set(_ label: String, _ cell: Cell) {
        if let place = place(of: label) { cells[place] = cell }
    }

    private mutating func place(of label: String) -> Int? {
        if let place = places[label] { return place }
        guard labels.count < Self.mostColumns else {
            hasMoreMembers = true
            return nil
        }
        places[label] = labels.count
        labels.append(label)
        cells.append(.none)
        return labels.count - 1
    }

    private static func cell(_ value: JSONValue) -> Cell { value.stringValue.map(Cell.text) ?? .literal(value.text) }
    private static func text(_ value: JSONValue) -> String { value.stringValue ?? value.text }
}
