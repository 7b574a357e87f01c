import AggCommands
import AggCore
import AggSearch

/// The state of a live search, and how keys and answers change it; independent of terminal and clock.
struct LiveState {
    /// What to do after a key or an answer.
    enum Effect: Equatable {
        case none
        /// Redraw the state.
        case draw
        /// Search after a pause without keys.
        case searchSoon
        /// Search at once.
        case searchNow
        /// Add a record to the favorites, or remove it.
        case toggle(RecordsAnswer.Row)
        /// Open the links of records.
        case open([RecordAddress])
        /// Load the values that narrow the matches.
        case findFacets
        /// Load a map of the matches.
        case drawMap
        /// End the search.
        case end(LiveSearch.End)
    }

    /// What is shown below the line.
    enum View: Equatable {
        /// The rows, with a preview of the chosen one.
        case records
        /// The values that narrow them, one of which is chosen.
        case facets([LiveFacet], chosen: Int)
        /// A map.
        case map([String])
    }

    /// Whether the network must not be used.
    let isOffline: Bool
    private(set) var line: LiveLine
    private(set) var view = View.records
    /// The part of the map that is shown or being drawn; nil without a map.
    var mapView: MapView?
    /// The selected records, in the order in which they were selected.
    private(set) var selected: [RecordAddress] = []
    /// The last row that was loaded for the preview, with its lines for a width; nil if none was.
    private(set) var preview: (row: RecordsAnswer.Row, width: Int, lines: [String])?
    /// The total number of matches, if it was counted separately.
    private(set) var total: Int?
    /// The last successful answer.
    private(set) var output: CommandOutput?
    /// The index of the chosen row.
    private(set) var chosen = 0
    /// An error or confirmation shown instead of the footer.
    private(set) var message: String?
    /// Whether the message is an error.
    private(set) var hasFailed = false

    private var answeredText: String?
    /// The text that failed to get an answer, such as one with an invalid filter.
    private var failedText: String?
    /// A key that is waiting for the answer to the typed text.
    private var waiting: LiveKey?
    /// The records that are being added to the favorites or removed from them.
    private var changing: Set<RecordAddress> = []

    /// The number of rows per page.
    private static let page = 10

    /// Creates a state with an initial text.
    init(text: String, isOffline: Bool = false) {
        line = LiveLine(text)
        self.isOffline = isOffline
    }

    /// The text to search for.
    var text: String { line.text }

    /// Whether a favorite is being added or removed.
    var isChangingFavorites: Bool { !changing.isEmpty }

    /// Whether the answer shown is for the typed text.
    var isCurrent: Bool { answeredText == text || failedText == text }

    var rows: [RecordsAnswer.Row] { report?.answer.rows ?? [] }

    /// The words that the rows match.
    var matched: SearchText? { report?.answer.text }

    var report: RecordsReport? { output?.body as? RecordsReport }

    mutating func press(_ key: LiveKey) -> Effect {
        waiting = nil
        if view != .records, let effect = pressAside(key) { return effect }
        if key == .text("n"), text.isEmpty, let next = nextUnread { return choose(next) }
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
        case .enter, .select, .favorite, .open, .map, .narrow: return act(key)
        default: return .draw
        }
    }

    /// Handles the answer to a text; ignored if the text has changed since.
    mutating func take(_ answer: Result<CommandOutput, CommandError>, to text: String) -> Effect {
        guard text == self.text else { return .none }
        (answeredText, failedText) = (nil, nil)
        say(nil)
        switch answer {
        case .success(let output):
            self.output = output
            answeredText = text
            chosen = 0
            total = nil
        case .failure(let error):
            say(error.message, hasFailed: true)
            failedText = text
        }
        guard let key = waiting else { return .draw }
        waiting = nil
        return act(key)
    }

    /// Handles the result of adding or removing a favorite.
    mutating func take(
        _ answer: Result<String, CommandError>, about address: RecordAddress, isFavorite: Bool
    ) -> Effect {
        changing.remove(address)
        switch answer {
        case .failure(let error): say(error.message, hasFailed: true)
        case .success(let sentence):
            say(sentence)
            guard var report else { break }
            for index in report.answer.rows.indices where report.answer.rows[index].address == address {
                report.answer.rows[index].isFavorite = isFavorite
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

    /// The row that “n” goes to: the next unread one, or the chosen one if there is no other; nil if no row is news.
    private var nextUnread: Int? {
        guard rows.contains(where: { $0.news != nil }) else { return nil }
        return rows.indices.dropFirst(chosen + 1).first { rows[$0].news?.isUnread == true } ?? chosen
    }

    /// Shows something else below the line; a message about what was there before ends.
    mutating func show(_ view: View) {
        self.view = view
        say(nil)
        if case .map = view { return }
        mapView = nil
    }

    /// Requests a drawing of a part of the map.
    mutating func draw(_ view: MapView) -> Effect {
        mapView = view
        return .drawMap
    }

    /// Adds a condition to the text.
    mutating func add(_ condition: String) { line.append(condition) }

    mutating func toggleSelection(of address: RecordAddress) {
        if let index = selected.firstIndex(of: address) { selected.remove(at: index) } else { selected.append(address) }
    }

    /// Handles the lines of a row.
    mutating func take(preview lines: [String], of row: RecordsAnswer.Row, width: Int) -> Effect {
        preview = (row, width, lines)
        return .draw
    }

    /// Handles the number of matches of a text; ignored if the text has changed since.
    mutating func take(total: Int, of text: String) -> Effect {
        guard text == answeredText else { return .none }
        self.total = total
        return .draw
    }

    /// Whether the answer has only some of the matches, and their number is unknown.
    var isCut: Bool { report.map { $0.answer.isTruncated && $0.answer.total == nil } ?? false }

    mutating func say(_ message: String?, hasFailed: Bool = false) {
        self.message = message
        self.hasFailed = hasFailed
    }

    private mutating func act(_ key: LiveKey) -> Effect {
        if key == .enter, !selected.isEmpty { return .end(.selected(selected)) }
        guard isCurrent else {
            waiting = key
            return .searchNow
        }
        guard failedText == nil, rows.indices.contains(chosen) else { return .draw }
        let row = rows[chosen]
        switch key {
        case .enter: return .end(.chosen(row.address))
        case .select: return select()
        case .open: return .open(selected.isEmpty ? [row.address] : selected)
        case .map: return draw(MapView())
        case .narrow: return .findFacets
        default:
            // Until the result has arrived, it is unknown what another Ctrl-F would have to do.
            return changing.insert(row.address).inserted ? .toggle(row) : .draw
        }
    }
}
