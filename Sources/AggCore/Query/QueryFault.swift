/// A known qualifier with a value it does not take.
public struct QueryFault: Error, Hashable, Sendable {
    /// The word at fault.
    public var word: String
    /// What is wrong and what was expected.
    public var message: String

    /// Makes a fault.
    public init(word: String, message: String) {
        self.word = word
        self.message = message
    }
}
