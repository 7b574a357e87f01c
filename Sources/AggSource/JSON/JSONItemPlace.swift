/// Where in the text a ``JSONItemReader`` is, and what may come next.
enum JSONItemPlace: Hashable, Sendable {
    /// Before the first character; counts the bytes of a byte order mark.
    case beginning(markBytes: Int)
    /// In the list, before an item; `mayClose` right after the opening bracket.
    case beforeItem(mayClose: Bool)
    /// In the list, behind an item.
    case behindItem
    /// Between objects that are written one a line; `onNewLine` after a line break.
    case lines(onNewLine: Bool)
    /// In the top-level object, before a member’s name; `mayClose` right after the opening brace.
    case beforeName(mayClose: Bool)
    /// Behind a member’s name.
    case behindName(String)
    /// Behind a member’s name and colon.
    case beforeValue(String)
    /// Behind a member’s value, in the top-level object.
    case behindValue
    /// Behind all that was expected.
    case end

    /// Whether an element at this place is an item of the list.
    var isInItems: Bool {
        switch self {
        case .beforeItem, .lines: true
        default: false
        }
    }
}
