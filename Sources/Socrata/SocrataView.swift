package import AggSource

/// The metadata of a data set, as `/api/views/ID.json` answers it.
package struct SocrataView: Hashable, Sendable {
    /// The title of the data set; empty where it has none.
    package let name: String
    /// When rows were last changed, in seconds since 1970; nil where the portal does not say.
    package let rowsUpdatedAt: Int?
    /// The column whose values identify a row, where the publisher chose one.
    package let rowIdentifier: String?
    /// The number of rows when the portal last counted them.
    package let countedRows: Int?
    /// The visible columns, in their order.
    package let columns: [SocrataColumn]

    /// Reads metadata.
    ///
    /// - Throws: `SourceError.invalidData` when the text is no JSON or not the metadata of a data set.
    package init(parsing bytes: [UInt8]) throws(SourceError) {
        let json: JSONValue
        do { json = try JSONValue(parsing: bytes) } catch { throw .invalidData("in the metadata: \(error)") }
        guard json.objectValue != nil, json["id"] != nil || json["columns"] != nil else {
            throw .invalidData("where the metadata of a data set is expected: found \(json.kind) without columns")
        }
        name = json["name"]?.stringValue ?? ""
        rowsUpdatedAt = json["rowsUpdatedAt"]?.intValue
        let columns = json["columns"]?.arrayValue ?? []
        let identifier = json["rowIdentifierColumnId"]?.intValue
        rowIdentifier =
            identifier.flatMap { id in columns.first { $0["id"]?.intValue == id } }?["fieldName"]?.stringValue
        countedRows = columns.compactMap { $0["cachedContents"]?["count"]?.stringValue.flatMap(Int.init) }.max()
        self.columns = columns.compactMap(SocrataColumn.init)
    }
}
