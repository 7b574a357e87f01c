/// What `verifyContract` has to know of a source: its configuration, and what its server says in good and bad times.
///
/// The documents are small and written for the test, in the API's own shape.
public struct ContractFixture: Sendable {
    /// The values of the source's parameters, as the configuration would write them; those left out have their defaults.
    public var values: [String: String]
    /// A valid answer of a few records.
    public var answers: ContractAnswers
    /// The number of records in the valid answer.
    public var records: Int
    /// The number of items of the valid answer that must be skipped.
    public var skipped: Int
    /// A valid answer that differs from the first in at least one record.
    public var changed: ContractAnswers
    /// A valid answer without items; nil where the API cannot say so.
    public var empty: ContractAnswers?
    /// An answer of another shape, such as the API's error document.
    public var wrongShape: ContractAnswers
    /// An answer of the right shape in which no item can become a record.
    public var wrongItems: ContractAnswers
    /// The valid answer, cut off; nil for half of each document.
    public var cutOff: ContractAnswers?
    /// Whether the source asks with the validators of the last answer.
    public var isConditional: Bool

    /// Makes a fixture.
    public init(
        values: [String: String] = [:],
        answers: ContractAnswers,
        records: Int,
        skipped: Int = 0,
        changed: ContractAnswers,
        empty: ContractAnswers?,
        wrongShape: ContractAnswers,
        wrongItems: ContractAnswers,
        cutOff: ContractAnswers? = nil,
        isConditional: Bool = true
    ) {
        self.values = values
        self.answers = answers
        self.records = records
        self.skipped = skipped
        self.changed = changed
        self.empty = empty
        self.wrongShape = wrongShape
        self.wrongItems = wrongItems
        self.cutOff = cutOff
        self.isConditional = isConditional
    }
}
