import AggSource
import Socrata

/// How to map the rows of a data set, from the configuration and the metadata.
struct SODAPlan {
    /// The columns of the record's own properties.
    let roles: ColumnRoles
    /// The names of the columns in the metadata or the headers; empty if neither has any.
    let names: [String]
    /// The inferred key, to keep for the next fetch; nil if it is configured or unknown.
    let inferredKey: String?
    private let configured: ColumnRoles
    private let declared: [Column]
    /// The columns of the data set.
    let columns: [SocrataColumn]

    /// Whether the plan depends on rows, in addition to the configuration and the metadata.
    static func needsSample(
        roles: ColumnRoles, declared: [Column], view: SocrataView?, headers: HTTPHeaders
    ) -> Bool {
        if roles.key == nil { return true }
        let hasColumns = view?.columns.isEmpty == false || !SocrataColumn.columns(of: headers).isEmpty
        return !hasColumns && (roles.named.count < 4 || declared.isEmpty)
    }

    /// Creates a plan; without metadata, the columns come from the response headers, or else from the rows read.
    init(
        roles configured: ColumnRoles, declared: [Column], view: SocrataView?, headers: HTTPHeaders,
        sample: SODASample?, formerKey: String?
    ) {
        self.configured = configured
        self.declared = declared
        let choices = [view?.columns, SocrataColumn.columns(of: headers), sample?.columns]
        columns = choices.lazy.compactMap(\.self).first { !$0.isEmpty } ?? []
        // Those in the rows read may lack columns that other rows have.
        names = (choices.prefix(2).lazy.compactMap(\.self).first { !$0.isEmpty } ?? []).map(\.name)
        guard configured.named.count < 4 else {
            roles = configured
            inferredKey = nil
            return
        }
        let inference = SODAInference(
            columns: columns, listed: declared, rowIdentifier: view?.rowIdentifier, sample: sample,
            formerKey: formerKey)
        roles = inference.roles(over: configured)
        // One row has a different value in any column.
        let isKnown = sample.map { $0.count > 1 } ?? false
        inferredKey = configured.key == nil ? (isKnown ? roles.key : formerKey) : nil
    }

    /// Returns the mapper for the rows.
    func mapper(lists: Set<String>) -> SODAMapper {
        SODAMapper(roles: roles, declared: declared, types: columns, lists: lists)
    }

    /// The columns listed by the user; those of the built-in data set are not.
    var listed: [Column] { declared == ChicagoInspections.columns ? [] : declared }

    /// Notes to show with every answer from the rows: configured columns that do not exist, what was inferred, and new
    /// columns that are not kept.
    ///
    /// - Parameters:
    ///   - names: The names of the data set's columns; empty if unknown.
    ///   - first: The names of its columns in the first fetch; nil if there was none.
    /// - Returns: The notes, in this order.
    func notes(on names: [String], since first: [String]?) -> [String] {
        let inferred = SODAInference.notes(on: roles, over: configured)
        guard !names.isEmpty else { return inferred }
        let known = Set(names.map(ColumnList.name))
        let unlisted = listed.map(\.name).filter { !known.contains($0) }
        let missing = configured.notes(onMissingFrom: "the data set", with: names, unlisted: unlisted) { column in
            column.hasPrefix(":") || names.contains(column)
        }
        return missing + inferred + [noteOnNewColumns(names, since: first)].compactMap(\.self)
    }

    /// A note about columns that the first fetch did not have, and that are not kept since they are not listed.
    private func noteOnNewColumns(_ names: [String], since first: [String]?) -> String? {
        guard let first, !listed.isEmpty else { return nil }
        // Points and shapes do not become fields.
        let omitted = Set(first + columns.filter { ColumnList.kind(of: $0) == nil }.map(\.name))
        return SeenNames.note(on: names.filter { !omitted.contains($0) && !ColumnList.keeps($0, listed) })
    }
}

extension ColumnRoles {
    /// Returns normally if every given column exists and the key is unique.
    ///
    /// - Throws: `SourceError.refused`, with the nearest column or one that can be the key.
    func check(columns: [SocrataColumn], _ sample: SODASample?) throws(SourceError) {
        let names = columns.map(\.name)
        if let fault = self.fault(among: names, where: { $0.hasPrefix(":") || names.contains($0) }) {
            throw .refused(fault)
        }
        guard let key, let sample, sample.count > 0 else { return }
        if sample.lacksGiven { throw .refused("no row has a value for “\(key)”, so it cannot be the key") }
        guard sample.repeats > 0 else { return }
        let other = SODAInference(columns: columns, sample: sample).roles(over: ColumnRoles()).key ?? ""
        throw .refused(
            "“\(key)” is not unique: it has repeated values in \(sample.repeats) of \(sample.count) rows; "
                + "use key:\(other)")
    }
}
