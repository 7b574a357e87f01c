/// How often values occur.
public struct Facet: Hashable, Sendable {
    /// A value, or the bin of numbers it is in.
    public enum Value: Hashable, Sendable {
        /// None.
        case missing
        /// A text, a truth, or the month or year of a date.
        case text(String)
        /// A number.
        case number(Double)
        /// The numbers from the first up to, and without, the second.
        case range(Double, Double)

        /// The value as text; a range as `10..20`.
        public var text: String {
            switch self {
            case .missing: ""
            case .text(let text): text
            case .number(let number): number.isFinite ? JSONWriter.shortest(number) : number.description
            case .range(let from, let to): "\(JSONWriter.shortest(from))..\(JSONWriter.shortest(to))"
            }
        }
    }

    /// Values, one of each column, and how many records have them.
    public struct Row: Hashable, Sendable {
        /// The values, in the order of the columns.
        public var values: [Value]
        /// The number of records.
        public var count: Int

        /// Makes a row.
        public init(_ values: [Value], _ count: Int) {
            self.values = values
            self.count = count
        }
    }

    /// The rows: by time or size where the first column is of dates or bins, else those with the greatest counts first.
    public var rows: [Row]
    /// How many rows were left out.
    public var others: Int
    /// How many records those rows have; a record with a list counts for each of its items.
    public var otherCount: Int
    /// How many records have no value in any of the columns.
    public var without: Int
    /// How many records were looked at.
    public var records: Int

    /// Makes a facet.
    public init(rows: [Row] = [], others: Int = 0, otherCount: Int = 0, without: Int = 0, records: Int = 0) {
        self.rows = rows
        self.others = others
        self.otherCount = otherCount
        self.without = without
        self.records = records
    }
}
