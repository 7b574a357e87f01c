import CEditLine

/// A copy of the line that libedit is editing.
struct EditedLine: Equatable {
    let scalars: [Unicode.Scalar]
    /// The number of scalars before the cursor.
    let cursor: Int

    /// Copies the line from libedit.
    init(_ handle: OpaquePointer) {
        guard let line = el_wline(handle)?.pointee, let buffer = line.buffer, let last = line.lastchar else {
            (scalars, cursor) = ([], 0)
            return
        }
        scalars = Self.scalars(buffer, count: last - buffer)
        cursor = min(scalars.count, max(0, (line.cursor ?? last) - buffer))
    }

    /// The text of a submitted line, without its line break.
    static func text(_ characters: UnsafePointer<wchar_t>, count: Int) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars(characters, count: count))
        if view.last == "\n" { view.removeLast() }
        return String(view)
    }

    /// A text as C wide characters with the final NUL that libedit expects; NULs inside are dropped.
    static func wide(_ text: String) -> [wchar_t] {
        text.unicodeScalars.filter { $0 != "\0" }.map { wchar_t($0.value) } + [0]
    }

    private static func scalars(_ characters: UnsafePointer<wchar_t>, count: Int) -> [Unicode.Scalar] {
        UnsafeBufferPointer(start: characters, count: max(0, count)).map { character in
            Unicode.Scalar(UInt32(bitPattern: character)) ?? "\u{FFFD}"
        }
    }
}

/// The label of libedit's history search below the line: `bck:` or `fwd:`, with `?` instead of the colon if nothing
/// matches.
///
/// libedit draws the prompt just before the line, and after the next key removes everything after the last line break.
/// So the label can be replaced in libedit's own copy of the line when it asks for the prompt.
enum SearchLabel {
    private static let labels = [
        "bck:": "search history: ", "bck?": "not in history: ", "fwd:": "search forward: ", "fwd?": "not in history: ",
    ].map { (short: Array($0.key.unicodeScalars), long: Array($0.value.unicodeScalars)) }

    /// libedit's line initially has room for this many characters, and a search starts only with room for 20 more.
    private static let room = 900

    /// Replaces the short label.
    static func explain(_ handle: OpaquePointer) {
        let line = EditedLine(handle).scalars
        guard line.count < room, let lineBreak = line.lastIndex(of: "\n"), let info = el_wline(handle) else { return }
        let text = line[(lineBreak + 1)...]
        guard let label = labels.first(where: { text.starts(with: $0.short) }) else { return }
        let shown = label.long + text.dropFirst(label.short.count)
        guard let buffer = info.pointee.buffer else { return }
        let start = UnsafeMutablePointer(mutating: buffer) + lineBreak + 1
        for (place, letter) in shown.enumerated() { start[place] = wchar_t(letter.value) }
        start[shown.count] = 0
        UnsafeMutablePointer(mutating: info).pointee.lastchar = UnsafePointer(start + shown.count)
    }
}
