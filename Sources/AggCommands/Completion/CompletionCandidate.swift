/// A text that may stand in place of the word before the cursor.
package struct CompletionCandidate: Hashable, Sendable {
    /// The text, neither quoted nor escaped.
    package var text: String
    /// What it is, in a few words; empty where the text says it all.
    package var help = ""
}
