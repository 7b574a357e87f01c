import Synchronization

/// Answers by key, given in order; the last one stays.
final class AnswerScript<Answer: Sendable>: Sendable {
    private let answers: [String: [Answer]]
    private let given = Mutex<[String: Int]>([:])

    init(_ answers: [String: [Answer]]) {
        self.answers = answers
    }

    /// The next answer for a key, or nil where there is none.
    func next(for key: String) -> Answer? {
        guard let list = answers[key], !list.isEmpty else { return nil }
        let index = given.withLock { given in
            given[key, default: 0] += 1
            return (given[key] ?? 1) - 1
        }
        return list[min(index, list.count - 1)]
    }

    /// The keys that were never asked for, in order.
    var neverAsked: [String] {
        let asked = given.withLock { Set($0.keys) }
        return answers.keys.filter { !asked.contains($0) }.sorted()
    }
}
