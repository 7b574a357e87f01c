/// What a kind of source found out about an address, for `source add`.
public struct Discovery: Hashable, Sendable {
    /// A column that was found: how it would be used, and what it holds.
    public struct Column: Hashable, Sendable {
        /// The name.
        public var name: String
        /// The type of its values; nil if it is not kept as a column.
        public var kind: AggSource.Column.Kind?
        /// The parts of a record that are made of it, such as `title`.
        public var roles: [String]
        /// Its values in the first records.
        public var examples: [String]

        /// Creates a column.
        public init(name: String, kind: AggSource.Column.Kind?, roles: [String] = [], examples: [String] = []) {
            self.name = name
            self.kind = kind
            self.roles = roles
            self.examples = examples
        }
    }

    /// Another kind of source that reads what is at the address.
    public struct Referral: Hashable, Sendable {
        /// The other kind.
        public var kind: SourceKind
        /// The address that it is to look at.
        public var address: String

        /// Creates a referral.
        public init(kind: SourceKind, address: String) {
            self.kind = kind
            self.address = address
        }
    }

    /// What was found, in the words of the source: title, number of records, columns; one line each.
    public var findings: [String]
    /// The id that is proposed for the source.
    public var id: String
    /// The values of the parameters, as the configuration writes them.
    public var values: [String: String]
    /// The values of parameters that are lists.
    public var lists: [String: [String]] = [:]
    /// The columns that were found, with values of the first records; none if the kind does not show them.
    public var columns: [Column] = []
    /// The kind that is to be asked instead; nil if this one is right.
    public var referral: Referral?

    /// The finding that names all columns: `2 columns: name, height`.
    public static func finding(ofColumns names: [String]) -> String {
        "\(names.count) \(names.count == 1 ? "column" : "columns"): \(names.joined(separator: ", "))"
    }

    /// Creates a discovery.
    public init(findings: [String], id: String, values: [String: String]) {
        self.findings = findings
        self.id = id
        self.values = values
    }
}

/// How sure a kind of source is that a text is an address of its own.
public enum Recognition: Int, Hashable, Sendable, Comparable {
    /// It is not.
    case no
    /// It may be, as it may be that of other kinds.
    case possible
    /// It is.
    case certain

    /// Orders by certainty.
    public static func < (left: Recognition, right: Recognition) -> Bool { left.rawValue < right.rawValue }
}
