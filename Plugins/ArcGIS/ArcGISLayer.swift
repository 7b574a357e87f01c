import AggSource

/// What a layer says of itself: its fields, how it tells its rows apart, and how it gives them.
struct ArcGISLayer {
    /// The name; empty if it has none.
    let name: String
    /// The fields that hold values.
    let fields: [ArcGISField]
    /// The field of the object id, by which rows are read; nil if the layer does not say.
    var objectID: String?
    /// The field of an id that lasts when the layer is published again; nil if it has none.
    let globalID: String?
    /// The field that maps label a row by; nil if it is not one of the fields.
    let displayField: String?
    /// The most rows of one answer; nil if an old server does not say.
    let maxRecordCount: Int?
    /// Whether it says that it can give rows after an offset.
    let supportsPagination: Bool
    /// Whether its rows have a place.
    let hasGeometry: Bool
    /// Whether its rows have lines or areas, whose points need no more than some decimals.
    let hasShapes: Bool
    /// Whether it can give the center of a shape in place of all its points.
    let givesCentroids: Bool
    /// When it was last edited, in all the ways that it says so; nil if it does not.
    let edited: String?
    /// When its rows were last edited, in milliseconds since 1970; nil if it does not say.
    let editedAt: Int?
    /// What the values of the field of types mean, and which domains they bring.
    let types: ArcGISTypes

    /// Reads the description of a layer, or an answer to a query, which holds the fields too.
    ///
    /// - Throws: `SourceError.refused` for a service and for a layer without rows, `.invalidData` for anything else.
    init(_ document: JSONValue) throws(SourceError) {
        let name = document["name"]?.stringValue ?? ""
        guard let list = document["fields"]?.arrayValue, !list.isEmpty else {
            if document["layers"]?.arrayValue != nil || document["tables"]?.arrayValue != nil {
                throw .refused("it is a service; name one of its layers")
            }
            guard let type = document["type"]?.stringValue else {
                throw .invalidData("where the description of a layer is expected")
            }
            throw .refused("“\(name)” is a \(type.lowercased()), which has no rows")
        }
        self.name = name
        let read = list.compactMap(ArcGISField.init)
        let names = ColumnNames.names(of: read.map(\.name))
        let types = ArcGISTypes(document)
        fields = zip(read, names).map { field, column in
            var field = field
            field.column = column
            field.isCoded = field.isCoded || types.isCoded(field.name)
            return field
        }
        self.types = types
        func named(_ members: [String]) -> String? {
            let texts = members.lazy.compactMap { document[$0]?.stringValue }
            return texts.first { text in read.contains { $0.name == text } }
        }
        let usual = ["OBJECTID", "FID", "ESRI_OID", "OBJECTID_1"]
        objectID =
            named(["objectIdField", "objectIdFieldName"]) ?? read.first { $0.type == .objectID }?.name
            ?? usual.lazy.compactMap { name in read.first { $0.name.uppercased() == name }?.name }.first
        globalID = named(["globalIdField", "globalIdFieldName"]) ?? read.first { $0.type == .globalID }?.name
        displayField = named(["displayField", "displayFieldName"])
        maxRecordCount = document["maxRecordCount"]?.intValue.flatMap { $0 > 0 ? $0 : nil }
        let abilities = document["advancedQueryCapabilities"]
        supportsPagination = (abilities?["supportsPagination"] ?? document["supportsPagination"])?.boolValue == true
        let geometry = document["geometryType"]?.stringValue ?? ""
        hasGeometry = !geometry.isEmpty && document["type"]?.stringValue != "Table"
        hasShapes = hasGeometry && geometry != "esriGeometryPoint"
        givesCentroids =
            geometry == "esriGeometryPolygon" && abilities?["supportsReturningGeometryCentroid"]?.boolValue == true
        let info = document["editingInfo"]
        let times = ["lastEditDate", "dataLastEditDate", "schemaLastEditDate"].map { info?[$0]?.intValue }
        edited =
            times.allSatisfy { $0 == nil } ? nil : times.map { $0.map(String.init) ?? "" }.joined(separator: "/")
        editedAt = times[1] ?? times[0]
    }

    /// The columns of its records.
    var columns: [Column] { fields.map { Column($0.column, $0.columnKind, $0.alias) } }

    /// The field of a column, by the column's name or its own.
    func field(_ name: String) -> ArcGISField? {
        fields.first { $0.column == name } ?? fields.first { $0.name == name }
    }

    /// The roles given, with those that are open filled in.
    func roles(over given: ColumnRoles) -> ColumnRoles {
        var given = given
        if given.title == nil, let display = displayField.flatMap(field), display.columnKind == .text {
            given.title = display.column
        }
        // Who edited a row and when, and the row's ids, are about the row rather than the thing.
        let facts = fields.filter { field in
            !field.isID && !["creat", "edit"].contains { field.name.lowercased().contains($0) }
        }
        var roles = RoleInference(columns: facts.map { Column($0.column, $0.columnKind, $0.alias) }).roles(over: given)
        roles.key = given.key ?? (globalID ?? objectID).flatMap(field)?.column
        return roles
    }
}
