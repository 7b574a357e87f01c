import AggSource
import Foundation

/// A portal's metadata about a resource.
struct CKANResource {
    /// The id.
    let id: String
    /// The name; if absent, the description, or the file name of its URL.
    let name: String
    /// The format in lowercase, such as `csv`; empty if unknown.
    let format: String
    /// The URL of its file, which may be relative to the portal; empty if absent.
    let address: String
    /// Whether its rows can be requested; nil if unknown, as with old portals.
    let hasRows: Bool?
    /// The day when its file was last changed; nil if unknown.
    let modified: String?

    /// The formats that contain a table.
    private static let tables: Set<String> = ["csv", "tsv", "json", "jsonl", "ndjson", "geojson", "txt"]

    /// Parses a resource in any of the forms that portals use.
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

    /// Requests the resource from the portal; nil if it does not exist.
    init?(_ endpoint: CKANEndpoint, _ services: SourceServices) async throws(SourceError) {
        do throws(SourceError) {
            let answer = try await services.send(endpoint.resourceDescription)
            self.init(try answer.ckanResult(now: services.clock.now))
        } catch {
            guard Self.isAbsence(error) else { throw error }
            return nil
        }
    }

    /// Whether an error means that the portal does not have the resource, or not at this URL.
    static func isAbsence(_ error: SourceError) -> Bool {
        switch error {
        case .http, .invalidData: true
        default: false
        }
    }

    /// Whether its file contains a table, judging by its format or URL.
    var isTable: Bool {
        Self.tables.contains(format) || Self.tables.contains(URL(string: address)?.pathExtension.lowercased() ?? "")
    }

    /// The URL of its file; nil if absent.
    func file(at portal: URL) -> URL? {
        guard !address.isEmpty, let url = URL(string: address, relativeTo: portal)?.absoluteURL,
            ["http", "https"].contains(url.scheme?.lowercased())
        else { return nil }
        return url
    }

    /// The proposal for a resource whose rows the portal failed to return: its file, if that is a table.
    ///
    /// - Throws: `SourceError.refused` if it is not.
    func discovery(at portal: URL, after failure: SourceError) throws(SourceError) -> Discovery {
        let form = format.isEmpty ? "file" : "\(format.uppercased()) file"
        guard let url = file(at: portal) else { throw .refused("“\(name)” has no rows and no file") }
        guard isTable else {
            throw .refused("“\(name)” has no readable rows, only this \(form): \(url.absoluteString)")
        }
        let fault =
            hasRows == true ? "cannot be read from the datastore (\(failure.reason()))" : "is not in the datastore"
        var discovery = Discovery(
            findings: ["\(name) (\(portal.host ?? "")) \(fault), so agg reads the \(form) directly"],
            id: Self.id(of: name), values: [:])
        discovery.referral = Discovery.Referral(kind: "table", address: url.absoluteString)
        return discovery
    }

    static func id(of name: String) -> String { SourceID.proposal(for: name) ?? "data-set" }
}
