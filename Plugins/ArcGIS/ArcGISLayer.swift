import AggSource

/// A layer's description of itself: its fields, its ids, and how it returns rows.
struct ArcGISLayer {
    /// The name; empty if absent.
    let name: String
    /// The fields that hold values.
    let fields: [ArcGISField]
    /// The object id field, which rows are read by; nil if unknown.
    var objectID: String?
    /// The field of an id that survives republishing; nil if absent.
    var globalID: String?
    /// The field that maps use as a label; nil if it is not one of the fields.
    let displayField: String?
    /// The maximum number of rows per response; nil if unknown, as with old servers.
    let maxRecordCount: Int?
    /// Whether it claims to support offsets.
    let supportsPagination: Bool
    /// Whether its rows have coordinates.
    let hasGeometry: Bool
    /// Whether its rows have lines or areas, whose points need only a few decimals.
    let hasShapes: Bool
    /// Whether it can return the center of a shape instead of all its points.
    let givesCentroids: Bool
    /// When it was last edited, as all the times it reports; nil if it reports none.
    let edited: String?
    /// When its rows were last edited, in milliseconds since 1970; nil if unknown.
    let editedAt: Int?
    /// The meaning of the values in the type field, and the domains that the types define.
    let types: ArcGISTypes

    /// Parses the description of a layer, or a query response, which contains the fields too.
    ///
    /// - Throws: `SourceError.refused` for a service or a layer without rows, `.invalidData` for anything else.
    init(_ document: JSONValue) throws(SourceError) {
        let name = document["name"]?.stringValue ?? ""
        guard let list = document["fields"]?.arrayValue, !list.isEmpty else {
            if document["layers"]?.arrayValue != nil || document["tables"]?.arrayValue != nil {
                throw .refused("this is a service; use one of its layers")
            }
            guard let type = document["type"]?.stringValue else {
                throw .invalidData("(expected the description of a layer)")
            }
            throw .refused("“\(name)” has no rows; it is of type “\(type)”")
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

    /// The field for a column, by the column's name or the field's own, in any case.
    func field(_ name: String) -> ArcGISField? {
        fields.first { $0.column == name } ?? fields.first { $0.name == name }
            ?? fields.first { $0.name.lowercased() == name.lowercased() }
    }

    /// The given roles, with missing ones filled in.
    ///
    /// If some columns are listed, the others are not kept, so they can only be the display field or the key.
    func roles(over given: ColumnRoles, among listed: [Column] = []) -> ColumnRoles {
        var given = given.renamed { field($0)?.column }
        if given.title == nil, let display = displayField.flatMap(field), display.columnKind == .text {
            given.title = display.column
        }
        // Editing metadata and ids describe the row, not its subject.
        let names = Set(listed.map(\.name))
        let kept = fields.filter { names.isEmpty || names.contains($0.column) }
        let facts = kept.filter { field in
            !field.isID && !["creat", "edit"].contains { field.name.lowercased().contains($0) }
        }
        var roles = RoleInference(columns: facts.map { Column($0.column, $0.columnKind, $0.alias) }).roles(over: given)
        roles.key = given.key ?? (globalID ?? objectID).flatMap(field)?.column
        return roles
    }
}
