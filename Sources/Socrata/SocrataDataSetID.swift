/// The id of a data set, as `4ijn-s7e5`: four letters or digits, a hyphen, and four more.
package struct SocrataDataSetID: Hashable, Sendable, CustomStringConvertible {
    /// The text of the id, in lower case.
    package let description: String

    /// Reads an id; nil when the text is none.
    package init?(_ text: some StringProtocol) {
        let text = text.lowercased()
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 4 && $0.utf8.allSatisfy(Self.isPart) }) else {
            return nil
        }
        description = text
    }

    private static func isPart(_ byte: UInt8) -> Bool {
        (97...122).contains(byte) || (48...57).contains(byte)
    }
}
