import CEditLine

/// A copy of the line that libedit holds while it is edited.
struct EditedLine: Equatable {
    /// The line.
    let scalars: [Unicode.Scalar]
    /// How many scalars stand before the cursor.
    let cursor: Int

    /// Copies the line out of libedit.
    init(_ handle: OpaquePointer) {
        guard let line = el_wline(handle)?.pointee, let buffer = line.buffer, let last = line.lastchar else {
            (scalars, cursor) = ([], 0)
            return
        }
        scalars = Self.scalars(buffer, count: last - buffer)
        cursor = min(scalars.count, max(0, (line.cursor ?? last) - buffer))
    }

    /// The text of a line that was submitted, without its line break.
    static func text(_ characters: UnsafePointer<wchar_t>, count: Int) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars(characters, count: count))
        if view.last == "\n" { view.removeLast() }
        return String(view)
    }

    /// A text as C's wide characters, with the NUL at its end that libedit looks for; a NUL inside is left out.
    static func wide(_ text: String) -> [wchar_t] {
        text.unicodeScalars.filter { $0 != "\0" }.map { wchar_t($0.value) } + [0]
    }

    private static func scalars(_ characters: UnsafePointer<wchar_t>, count: Int) -> [Unicode.Scalar] {
        UnsafeBufferPointer(start: characters, count: max(0, count)).map { character in
            Unicode.Scalar(UInt32(bitPattern: character)) ?? "\u{FFFD}"
        }
    }
}
