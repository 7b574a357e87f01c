import AggSource

/// The lines of a text, one by one and without their ends, up to a line of more than 16 MB or a fault; none in a
/// canceled task.
struct TextLines {
    private static let longestLine = 16 << 20

    private var pieces: TextPieces
    private var rest: [UInt8] = []
    /// Where the next line begins in `rest`.
    private var start = 0
    private var isAtEnd = false

    /// Starts at the beginning of a text; nil if it cannot be read.
    init?(_ body: HTTPBody, _ encoding: TableEncoding?) {
        guard let pieces = try? TextPieces(body, encoding) else { return nil }
        self.pieces = pieces
    }

    mutating func next() -> ArraySlice<UInt8>? {
        while true {
            if let end = rest[start...].firstIndex(of: 10) {
                defer { start = end + 1 }
                return rest[start..<end]
            }
            rest.removeFirst(start)
            start = 0
            guard !isAtEnd, rest.count < Self.longestLine, !Task.isCancelled else { return nil }
            let piece = try? pieces.next()
            isAtEnd = piece == nil
            rest += piece ?? [10]
        }
    }
}

/// The first line of a text that is not UTF-8.
struct TextFault {
    /// The number of the line, from 1.
    let line: Int

    /// Finds the line; nil if there is none, or if the text cannot be read.
    init?(in body: HTTPBody) {
        guard var lines = TextLines(body, nil) else { return nil }
        var number = 0
        while let text = lines.next() {
            number += 1
            guard String(validating: text, as: UTF8.self) != nil else {
                line = number
                return
            }
        }
        return nil
    }
}

/// The first line that is not a JSON value, in a text with one value per line.
///
/// A value without its closing brace seems to go on to the end of the text; only reading line by line shows where the fault is.
struct JSONLineFault {
    /// The number of the line, from 1.
    let line: Int
    /// What is wrong with it.
    let reason: String

    /// Finds the line after a number of valid values; nil if values span several lines, or if the text cannot be read.
    init?(in body: HTTPBody, _ encoding: TableEncoding, after count: Int) {
        guard var lines = TextLines(body, encoding) else { return nil }
        var (number, values) = (0, 0)
        while let text = lines.next() {
            number += 1
            if text.allSatisfy(\.isBlank) { continue }
            do {
                _ = try JSONValue(parsing: text)
                values += 1
            } catch {
                guard values == count else { return nil }
                (line, reason) = (number, error.reason)
                return
            }
        }
        return nil
    }
}
