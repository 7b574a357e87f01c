import AggSource

/// The readable text of a piece of HTML.
enum HTMLText {
    /// The text of HTML, with lines separated by line feeds; nil if absent.
    ///
    /// Tags are removed, blocks and breaks separate lines, references are resolved, and blanks are collapsed.
    /// Anything that only looks like a tag, such as the `<T>` in `Array<T>`, stays.
    static func lines(_ html: String) -> String? {
        var reader = HTMLTextReader(Array(html.utf8))
        let text = reader.read()
        return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
    }

    /// The text of HTML on one line; nil if absent.
    static func line(_ html: String) -> String? {
        lines(html).map(oneLine)
    }

    /// Plain text on one line, with blanks collapsed; nil if absent.
    static func plainLine(_ text: String) -> String? {
        let line = oneLine(text)
        return line.isEmpty ? nil : line
    }

    /// Plain text on one line that contains references although it should not; nil if nothing is left.
    static func plainLineWithReferences(_ text: String) -> String? {
        let bytes = Array(text.utf8)
        guard bytes.contains(UInt8(ascii: "&")) else { return plainLine(text) }
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "&"),
                let reference = CharacterReference(in: bytes, at: index, before: bytes.count)
            {
                result += reference.text
                index = reference.end
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return plainLine(String(decoding: result, as: UTF8.self))
    }

    private static func oneLine(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

/// HTML elements, by their effect on the text around them.
enum HTMLElements {
    /// The effect of an element on text.
    enum Role {
        /// It has lines of its own.
        case block
        /// It is next to the text before it.
        case cell
        /// It is part of a line.
        case inline
        /// It is not meant to be read.
        case hidden
    }

    /// The role of the element with a lowercase name; nil if HTML has no such element.
    static func role(of name: String) -> Role? { roles[name] }

    /// Whether the name of an element may contain a byte.
    static func isInName(_ byte: UInt8) -> Bool {
        byte.isASCIIAlphanumeric || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ":")
    }

    private static let roles: [String: Role] = {
        var roles: [String: Role] = [:]
        for (list, role) in lists {
            for name in list.split(separator: " ") { roles[String(name)] = role }
        }
        return roles
    }()

    private static let lists: [(String, Role)] = [
        (
            "address article aside blockquote body br center dd details dialog div dl dt fieldset figcaption figure footer "
                + "form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol option p pre section summary "
                + "table tbody tfoot thead tr ul caption", .block
        ),
        ("td th", .cell),
        (
            "a abbr acronym area audio b base basefont bdi bdo big button canvas cite code col colgroup data datalist del "
                + "dfn em embed font frame frameset head i iframe img input ins kbd label link map mark marquee math meta "
                + "meter nobr noframes noscript object optgroup output param picture progress q rb rp rt rtc ruby s samp "
                + "select slot small source span strike strong sub sup svg path template textarea time title track tt u var video wbr",
            .inline
        ),
        ("script style", .hidden),
    ]
}

/// Reads the text of HTML, byte by byte; how two parts are separated is known only when the second one starts.
struct HTMLTextReader {
    private enum Gap: Int, Comparable {
        case none, blank, line

        static func < (left: Gap, right: Gap) -> Bool { left.rawValue < right.rawValue }
    }

    private let bytes: [UInt8]
    private var index = 0
    private var result: [UInt8] = []
    private var gap = Gap.none
    /// Hidden elements without an end tag in the rest of the text, so that it is not searched again.
    private var unclosed: Set<String> = []

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        result.reserveCapacity(bytes.count)
    }

    mutating func read() -> [UInt8] {
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "<"), let end = tag() {
                index = end
            } else if byte == UInt8(ascii: "&"),
                let reference = CharacterReference(in: bytes, at: index, before: bytes.count)
            {
                write(reference.text[...])
                index = reference.end
            } else if byte == 32 || (9...13).contains(byte) {
                widen(.blank)
                index += 1
            } else {
                let end = plainEnd()
                write(bytes[index..<end])
                index = end
            }
        }
        return result
    }

    /// The end of the run of ordinary characters that starts here; at least one character further.
    private func plainEnd() -> Int {
        var end = index + 1
        while end < bytes.count, bytes[end] > 32, bytes[end] != UInt8(ascii: "<"), bytes[end] != UInt8(ascii: "&") {
            if bytes[end] == 0xC2 { break }  // a no-break space starts with this byte
            end += 1
        }
        return end
    }

    private mutating func write(_ text: ArraySlice<UInt8>) {
        var text = text
        while let first = text.first {
            let isNoBreakSpace = first == 0xC2 && text.dropFirst().first == 0xA0
            guard isNoBreakSpace || first == 32 || first == 10 else { break }
            widen(.blank)
            text = text.dropFirst(isNoBreakSpace ? 2 : 1)
        }
        guard !text.isEmpty else { return }
        if gap != .none, !result.isEmpty { result.append(gap == .line ? 10 : 32) }
        gap = .none
        result += text
    }

    private mutating func widen(_ other: Gap) { gap = max(gap, other) }

    /// Reads the markup that starts here and notes how it separates text.
    ///
    /// - Returns: The index after it; nil if this is an ordinary character.
    private mutating func tag() -> Int? {
        var start = index + 1
        guard start < bytes.count else { return nil }
        if bytes[start] == UInt8(ascii: "!") || bytes[start] == UInt8(ascii: "?") {
            let isComment = bytes[start...].starts(with: Array("!--".utf8))
            return find(isComment ? "-->" : ">", from: start) ?? bytes.count
        }
        let isEnd = bytes[start] == UInt8(ascii: "/")
        if isEnd { start += 1 }
        var nameEnd = start
        while nameEnd < bytes.count, nameEnd - start < 12, HTMLElements.isInName(bytes[nameEnd]) { nameEnd += 1 }
        let name = String(decoding: bytes[start..<nameEnd], as: UTF8.self).lowercased()
        guard let role = HTMLElements.role(of: name), nameEnd == bytes.count || !HTMLElements.isInName(bytes[nameEnd])
        else { return nil }
        let end = tagEnd(from: nameEnd)
        switch role {
        case .block: widen(.line)
        case .cell: widen(.blank)
        case .inline: break
        case .hidden:
            guard !isEnd, !unclosed.contains(name) else { break }
            if let close = find("</\(name)", from: end) { return tagEnd(from: close) }
            unclosed.insert(name)
        }
        return end
    }

    /// The index after the “>” of a tag, not counting one in a quoted value; the end of the text if there is no “>”.
    private func tagEnd(from start: Int) -> Int {
        var quote: UInt8?
        var previous: UInt8 = 0
        for place in start..<bytes.count {
            let byte = bytes[place]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: ">") {
                return place + 1
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"), previous == UInt8(ascii: "=") {
                quote = byte
            }
            if byte > 32 { previous = byte }
        }
        return quote == nil ? bytes.count : find(">", from: start) ?? bytes.count
    }

    /// The index after the next occurrence of a mark, ignoring case.
    private func find(_ mark: String, from start: Int) -> Int? {
        let mark = Array(mark.utf8)
        guard start + mark.count <= bytes.count else { return nil }
        for place in start...(bytes.count - mark.count)
        where bytes[place] == mark[0] && zip(bytes[place...], mark).allSatisfy({ $0 == $1 || $0 | 32 == $1 }) {
            return place + mark.count
        }
        return nil
    }
}
