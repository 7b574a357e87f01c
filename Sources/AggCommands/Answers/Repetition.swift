import AggSource

/// A command to run again and again, as `watch` requests it.
package struct Repetition: Sendable {
    /// The words of the command.
    package let words: [Word]
    /// The pause between two runs.
    package let pause: Duration
    /// The number of runs; nil until Ctrl-C.
    package let count: Int?

    /// The line above an answer, such as “every 5 s: search pizza”.
    package var title: String {
        let seconds = JSONWriter.shortest(pause / .seconds(1))
        return VisibleText.of("every \(seconds) s: \(GrammarText.line(words))")
    }
}
