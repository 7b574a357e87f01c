import AggCommands
import AggCore
import AggSearch

/// What a live search shows, and what keys and answers make of it: no terminal, no clock.
struct LiveState {
    /// What is to be done after a key or an answer.
    enum Effect: Equatable {
        case none
        /// Show the state anew.
        case draw
        /// Look for the text after a pause without keys.
        case searchSoon
        /// Look for the text at once.
        case searchNow
        /// Add a record to the favorites, or remove it.
        case toggle(RecordsAnswer.Row)
        /// Leave.
        case end(LiveSearch.End)
    }

    private(set) var line: LiveLine
    /// The last answer that could be given.
    private(set) var output: CommandOutput?
    /// The place of the chosen row.
    private(set) var chosen = 0
    /// What went wrong or was done, in the place of the footer.
    private(set) var message: String?
    /// Whether the message is of something that went wrong.
    private(set) var hasFailed = false

    private var answeredText: String?
    /// The text that has no answer, as one with a filter that is not there.
    private var failedText: String?
    /// A key that needs the answer to what is typed, and waits for it.
    private var waiting: LiveKey?

    /// The rows that arrow keys page by.
    private static let page = 10

    /// Begins with a text.
    init(text: String) {
        line = LiveLine(text)
    }

    /// The text to look for.
    var text: String { line.text }

    /// Whether what is shown answers what is typed.
    var isCurrent: Bool { answeredText == text || failedText == text }

    /// The rows of the last answer.
    var rows: [RecordsAnswer.Row] { report?.answer.rows ?? [] }

    /// The words that the rows match.
    var matched: SearchText? { report?.answer.text }

    private var report: RecordsReport? { output?.body as? RecordsReport }

    /// Takes a key.
    mutating func press(_ key: LiveKey) -> Effect {
        waiting = nil
        let before = text
        if line.edit(key) {
            guard text != before else { return .draw }
            say(nil)
            return .searchSoon
        }
        switch key {
        case .escape: return .end(.left)
        case .endOfInput: return text.isEmpty ? .end(.left) : .none
        case .up: return choose(chosen - 1)
        case .down: return choose(chosen + 1)
        case .pageUp: return choose(chosen - Self.page)
        case .pageDown: return choose(chosen + Self.page)
        case .enter, .favorite: return act(key)
        default: return .draw
        }
    }

    /// Takes the answer to a text; one to another text than is typed now is too late.
    mutating func take(_ answer: Result<CommandOutput, CommandError>, to text: String) -> Effect {
        guard text == self.text else { return .none }
        (answeredText, failedText) = (nil, nil)
        say(nil)
        switch answer {
        case .success(let output):
            self.output = output
            answeredText = text
            chosen = 0
        case .failure(let error):
            say(error.message, hasFailed: true)
            failedText = text
        }
        guard let key = waiting else { return .draw }
        waiting = nil
        return act(key)
    }

    /// Takes what became of a wish to add or remove a favorite.
    mutating func take(_ answer: Result<String, CommandError>, about address: RecordAddress) -> Effect {
        switch answer {
        case .failure(let error): say(error.message, hasFailed: true)
        case .success(let sentence):
            say(sentence)
            guard var report else { break }
            for index in report.answer.rows.indices where report.answer.rows[index].address == address {
                report.answer.rows[index].isFavorite.toggle()
            }
            output?.body = report
        }
        return .draw
    }

    private mutating func choose(_ place: Int) -> Effect {
        chosen = max(0, min(place, rows.count - 1))
        say(nil)
        return .draw
    }

    private mutating func say(_ message: String?, hasFailed: Bool = false) {
        self.message = message
        self.hasFailed = hasFailed
    }

    private mutating func act(_ key: LiveKey) -> Effect {
        guard isCurrent else {
            waiting = key
            return .searchNow
        }
        guard failedText == nil, rows.indices.contains(chosen) else { return .draw }
        return key == .enter ? .end(.chosen(rows[chosen].address)) : .toggle(rows[chosen])
    }
}
