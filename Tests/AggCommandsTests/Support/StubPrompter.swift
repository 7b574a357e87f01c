import AggCore
import Synchronization

import AggCommands

/// Answers questions from a list, and records the questions.
final class StubPrompter: Prompter {
    private let answers: Mutex<[String?]>
    private let asked = Mutex<[String]>([])

    /// Creates a prompter with the answers in order; further questions are canceled, as with nil.
    init(_ answers: [String?]) {
        self.answers = Mutex(answers.reversed())
    }

    var questions: [String] { asked.withLock { $0 } }

    func choose(_ question: String, among answers: [String]) async -> String? {
        asked.withLock { $0.append(question) }
        return self.answers.withLock { $0.popLast() ?? nil }
    }
}
