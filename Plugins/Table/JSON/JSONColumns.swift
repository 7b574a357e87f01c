import AggSource

/// The rows of a JSON object with a member for each column: a list, or an object with a value for each row.
///
/// The layouts “list” and “dict” of pandas.
struct JSONColumns: Sequence {
    private let columns: [(name: String, values: [JSONValue])]
    /// The names of the rows; empty if they are only numbered from 0.
    private let names: [String]
    private let count: Int

    /// Creates the rows of the object at a path; members that are neither lists nor objects are not columns.
    ///
    /// - Throws: `SourceError.invalidData` if there is no such object.
    init(_ document: JSONValue, at path: String) throws(SourceError) {
        var value: JSONValue? = document
        for name in path.split(separator: ".") { value = value?[String(name)] }
        guard let object = value?.objectValue else {
            let place = path.isEmpty ? "" : " at “\(path)”"
            throw .invalidData("(expected an object\(place) with a member for each column)")
        }
        let keys = Self.keys(of: object)
        columns = object.members.compactMap { member in
            if let values = member.value.arrayValue { return (member.name, values) }
            return member.value.objectValue.map { (member.name, Self.values(of: $0, in: keys)) }
        }
        names = Set(keys) == Set(keys.indices.map(String.init)) ? [] : keys
        count = columns.map(\.values.count).max() ?? 0
    }

    /// The rows as JSON objects, with their names.
    func makeIterator() -> some IteratorProtocol<(name: String?, row: JSONValue)> {
        (0..<count).lazy.map { row in
            let members = columns.map { column in
                JSONObject.Member(column.name, row < column.values.count ? column.values[row] : .null)
            }
            return (name: row < names.count ? names[row] : nil, row: JSONValue.object(JSONObject(members)))
        }.makeIterator()
    }

    /// The names of the values in all columns that are objects, in the order in which they first appear.
    private static func keys(of object: JSONObject) -> [String] {
        var keys: [String] = []
        var known: Set<String> = []
        for cells in object.members.lazy.compactMap(\.value.objectValue) {
            for cell in cells.members where known.insert(cell.name).inserted { keys.append(cell.name) }
        }
        return keys
    }

    /// The values of a column in the order of the keys.
    private static func values(of cells: JSONObject, in keys: [String]) -> [JSONValue] {
        if cells.members.lazy.map(\.name).elementsEqual(keys) { return cells.members.map(\.value) }
        let known = Dictionary(cells.members.map { ($0.name, $0.value) }) { $1 }
        return keys.map { known[$0] ?? .null }
    }
}
