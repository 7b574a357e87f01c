import AggSource
import Foundation

/// What a portal says of a resource.
struct CKANResource {
    /// The id.
    let id: String
    /// The name; the beginning of its address or of its description if it has none.
    let name: String
    /// The format in lower case, such as `csv`; empty if the portal does not say.
    let format: String
    /// The address of its file, which may be relative to the portal; empty if it has none.
    let address: String
    /// Whether its rows can be asked for; nil if an old portal does not say.
    let hasRows: Bool?
    /// The day when its file was changed; nil if the portal does not say.
    let modified: String?

    /// The formats that hold a table.
    private static let tables: Set<String> = ["csv", "tsv", "json", "jsonl", "ndjson", "geojson", "txt"]

    /// Reads a resource, in whatever way the portal writes it.
    init(_ document: JSONValue) {
        func text(_ member: String) -> String {
            (document[member]?.stringValue ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        id = text("id")
        address = text("url")
        let names = [text("name"), text("description"), address.split(separator: "/").last.map(String.init) ?? ""]
        name = names.first { !$0.isEmpty } ?? ""
        format = text("format").lowercased().split { "./".contains($0) }.last.map(String.init) ?? ""
        hasRows = document["datastore_active"]?.boolValue ?? Bool(text("datastore_active").lowercased())
        let date = ["last_modified", "revision_timestamp", "created"].lazy.map(text).first { !$0.isEmpty }
        modified = date.flatMap(RecordDate.init(iso8601:))?.day
    }

    /// Asks the portal; nil if it does not know the resource.
    init?(_ endpoint: CKANEndpoint, _ services: SourceServices) async throws(SourceError) {
        do throws(SourceError) {
            let answer = try await services.send(endpoint.resourceDescription)
            self.init(try answer.ckanResult(now: services.clock.now))
        } catch {
            guard Self.isAbsence(error) else { throw error }
            return nil
        }
    }

    /// Whether an error says that a portal does not have what was asked for, or not at this address.
    static func isAbsence(_ error: SourceError) -> Bool {
        switch error {
        case .http, .invalidData: true
        default: false
        }
    }

    /// Whether its file holds a table, as far as its format or its address says.
    var isTable: Bool {
        Self.tables.contains(format) || Self.tables.contains(URL(string: address)?.pathExtension.lowercased() ?? "")
    }

    /// The address of its file; nil if it has none.
    func file(at portal: URL) -> URL? {
        guard !address.isEmpty, let url = URL(string: address, relativeTo: portal)?.absoluteURL,
            ["http", "https"].contains(url.scheme?.lowercased())
        else { return nil }
        return url
    }

    /// What is proposed for a resource whose rows the portal does not have: its file, if that is a table.
    ///
    /// - Throws: `SourceError.refused` if it is not.
    func discovery(at portal: URL) throws(SourceError) -> Discovery {
        let kind = format.isEmpty ? "file" : format.uppercased()
        guard let url = file(at: portal) else { throw .refused("“\(name)” has no rows and no file") }
        guard isTable else {
            throw .refused("“\(name)” has no rows that can be read, only a \(kind): \(url.absoluteString)")
        }
        var discovery = Discovery(
            findings: ["\(name) (\(portal.host ?? "")): no datastore, so the \(kind) is read"], id: Self.id(of: name),
            values: [:])
        discovery.referral = Discovery.Referral(kind: "table", address: url.absoluteString)
        return discovery
    }

    /// The words of a name, as many as fit into 40 letters, as an id.
    static func id(of name: String) -> String {
        var id = ""
        for word in ColumnNames.names(of: [name])[0].split(separator: "_") where id.count + word.count < 40 {
            id += id.isEmpty ? "\(word)" : "-\(word)"
        }
        return name.isEmpty || SourceID(id) == nil ? "data-set" : id
    }
}
