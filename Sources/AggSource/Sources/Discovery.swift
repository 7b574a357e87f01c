/// What a kind of source found at a URL, for `source add`.
public struct Discovery: Hashable, Sendable {
    /// A column that was found: how it would be used, and sample values.
    public struct Column: Hashable, Sendable {
        /// The name.
        public var name: String
        /// The type of its values; nil if it is not kept as a column.
        public var kind: AggSource.Column.Kind?
        /// The parts of a record it would provide, such as `title`.
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

    /// Another kind of source, which can read the URL.
    public struct Referral: Hashable, Sendable {
        /// The other kind.
        public var kind: SourceKind
        /// The URL to inspect.
        public var address: String

        /// Creates a referral.
        public init(kind: SourceKind, address: String) {
            self.kind = kind
            self.address = address
        }
    }

    /// What was found, one line each, in the source's own words: title, number of records, columns.
    public var findings: [String]
    /// The suggested id of the source.
    public var id: String
    /// The parameter values, as written in the configuration.
    public var values: [String: String]
    /// The values of list parameters.
    public var lists: [String: [String]] = [:]
    /// The columns that were found, with sample values; empty if the kind does not report them.
    public var columns: [Column] = []
    /// The kind to try instead; nil if this one is right.
    public var referral: Referral?
    /// Why a source in a list is skipped, such as “already in the list”; nil if it can be added.
    public var skipReason: String?

    /// Returns a finding that lists all columns: `2 columns: name, height`.
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

/// How sure a kind of source is that a text is meant for it.
public enum Recognition: Int, Hashable, Sendable, Comparable {
    /// Not for this kind.
    case no
    /// Possibly for this kind, possibly for others.
    case possible
    /// Certainly for this kind.
    case certain

    /// Orders by certainty.
    public static func < (left: Recognition, right: Recognition) -> Bool { left.rawValue < right.rawValue }
}

extension SourceID {
    /// Shorter than an id may be, since people type it.
    private static let longestProposal = 40

    /// An id made of the words of a title or a file name, such as `lodz-dzis` from “Łódź dziś”: as many words as fit
    /// into 40 characters.
    ///
    /// Other scripts are transliterated. It is nil if the name has neither a letter nor a digit.
    public static func proposal(for name: String) -> String? {
        let words = ColumnNames.latin(name).lowercased().replacing("'", with: "").split { !$0.isASCIIAlphanumeric }
        guard let first = words.first else { return nil }
        var id = String(first.prefix(longestProposal))
        for word in words.dropFirst() {
            guard id.utf8.count + 1 + word.utf8.count <= longestProposal else { break }
            id += "-\(word)"
        }
        return id
    }
}
