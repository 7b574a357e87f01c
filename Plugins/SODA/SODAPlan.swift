import AggCore
import Socrata

/// How the rows of a data set are mapped: what is configured, and what its metadata says of the rest.
struct SODAPlan {
    /// The columns of the record's own properties.
    let roles: SODARoles
    /// What belongs on every answer from the rows: what was inferred, and configured columns that are not there.
    let notes: [String]
    private let declared: [Column]
    /// The columns of the data set.
    let columns: [SocrataColumn]

    /// Makes a plan; without metadata the columns are those of the answer's headers, else of its first row.
    init(roles configured: SODARoles, declared: [Column], view: SocrataView?, firstPage: HTTPResponse) {
        self.declared = declared
        let isOpen = configured.named.count < 4
        let row = isOpen || declared.isEmpty ? Self.firstRow(of: firstPage.body) : nil
        let choices = [
            view?.columns, SocrataColumn.columns(of: firstPage.headers), row.map(SocrataColumn.columns(of:)),
        ]
        columns = choices.lazy.compactMap(\.self).first { !$0.isEmpty } ?? []
        guard isOpen else {
            roles = configured
            notes = Self.missing(configured, in: view)
            return
        }
        let inference = SODAInference(
            columns: columns, rowIdentifier: view?.rowIdentifier,
            hasSystemKey: row.map { $0[SODAInference.systemKey] != nil } ?? true)
        roles = inference.roles(over: configured)
        let inferred = SODAInference.text(of: roles, over: configured).map { "inferred from the columns: \($0)" }
        notes = Self.missing(configured, in: view) + [inferred].compactMap(\.self)
    }

    /// What maps the rows.
    func mapper(lists: Set<String>) -> SODAMapper {
        SODAMapper(roles: roles, declared: declared, types: columns, lists: lists)
    }

    private static func missing(_ roles: SODARoles, in view: SocrataView?) -> [String] {
        guard let names = view?.columns.map(\.name), !names.isEmpty else { return [] }
        return roles.named.filter { !$0.column.hasPrefix(":") && !names.contains($0.column) }.map {
            "the data set has no column “\($0.column)” (\($0.role))\(Nearest.hint(to: $0.column, among: names))"
        }
    }

    /// The first row of a page, if it begins as a page should; what is wrong with it is for its reader to say.
    private static func firstRow(of body: HTTPBody) -> JSONObject? {
        var reader = JSONItemReader()
        var offset = 0
        while let piece = try? body.read(at: offset), !piece.isEmpty {
            guard let items = try? reader.push(piece.span) else { return nil }
            if let item = items.first { return item.objectValue }
            offset += piece.count
        }
        return nil
    }
}
