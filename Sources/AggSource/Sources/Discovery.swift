/// What a kind of source found out about an address, for `source add`.
public struct Discovery: Hashable, Sendable {
    /// What was found, in the words of the source: title, number of records, columns; one line each.
    public var findings: [String]
    /// The id that is proposed for the source.
    public var id: String
    /// The values of the parameters, as the configuration writes them.
    public var values: [String: String]

    /// Makes a discovery.
    public init(findings: [String], id: String, values: [String: String]) {
        self.findings = findings
        self.id = id
        self.values = values
    }
}
