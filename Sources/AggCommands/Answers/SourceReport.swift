import AggCore
import AggSource
package import AggStorage

/// What became of a wish to change the sources.
package struct SourceReport: Answer {
    /// What was done, a sentence each.
    package var messages: [String]
    /// What was found out, a line each.
    package var findings: [String] = []
    /// What is known of the sources it is about; those that are gone left out.
    package var about: [SourceStatus]

    package var canBeShownAgain: Bool { false }

    package func document(_ output: CommandOutput) -> AnswerDocument {
        let sources = about.map { $0.document() }
        return AnswerDocument(
            sources,
            members: [
                "message": .string(messages.joined(separator: " ")),
                "findings": .array(findings.map(JSONValue.string)), "sources": .array(sources), "records": .array([]),
            ])
    }

    package func cells(_ output: CommandOutput) -> AnswerTable? { nil }

    package func lines(_ output: CommandOutput, _ presentation: Presentation) -> AnswerText {
        AnswerText(words: (shownFindings + messages).map { VisibleText.of($0) + "\n" }.joined(), presentation)
    }

    /// The most findings that are shown: a list of sources that is imported may have hundreds.
    private static let mostFindings = 20

    private var shownFindings: [String] {
        let rest = findings.count - Self.mostFindings
        return rest > 1 ? findings.prefix(Self.mostFindings) + ["… and \(rest) more"] : findings
    }
}
