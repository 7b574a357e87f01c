import AggCore
import AggSource

/// Text for a person, such as help.
package struct TextAnswer: Answer {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }

    package var canBeShownAgain: Bool { false }

    package func document(_ output: CommandOutput) -> AnswerDocument {
        var document = AnswerDocument([["text": .string(text)]], members: ["text": .string(text)])
        document.told = 0
        return document
    }

    package func cells(_ output: CommandOutput) -> AnswerTable? { nil }

    package func lines(_ output: CommandOutput, _ presentation: Presentation) -> AnswerText {
        AnswerText(words: VisibleText.ofLines(text) + "\n", presentation)
    }
}
