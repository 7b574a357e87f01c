/// Reads what is text of HTML, byte by byte: how its parts are kept apart is known only once the next one begins.
struct HTMLTextReader {
    private enum Gap: Int, Comparable {
        case none, blank, line

        static func < (left: Gap, right: Gap) -> Bool { left.rawValue < right.rawValue }
    }

    private let bytes: [UInt8]
    private var index = 0
    private var result: [UInt8] = []
    private var gap = Gap.none
    /// Hidden elements that have no end further on, so that it is not looked for again.
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

    /// Where the run of ordinary letters from here ends; at least one letter behind.
    private func plainEnd() -> Int {
        var end = index + 1
        while end < bytes.count, bytes[end] > 32, bytes[end] != UInt8(ascii: "<"), bytes[end] != UInt8(ascii: "&") {
            if bytes[end] == 0xC2 { break }  // a no-break space begins so
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

    /// The place behind the markup that begins here, noting how it parts the text; nil where it is only a letter.
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

    /// The place behind the “>” of a tag, one in a quoted value not counted; the end of all where there is none.
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

    /// The place behind the next occurrence of a mark, letters compared without regard to case.
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
