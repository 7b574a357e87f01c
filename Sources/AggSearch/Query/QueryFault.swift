/// A known qualifier with a value it does not take.
package struct QueryFault: Error, Hashable, Sendable {
    /// The word at fault.
    package var word: String
    /// What is wrong and what was expected.
    package var message: String

    /// Makes a fault.
    package init(word: String, message: String) {
        self.word = word
        self.message = message
    }
}
