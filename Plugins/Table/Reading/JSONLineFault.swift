import AggSource

/// The first line that is not a JSON value, in a text with one value per line.
///
/// A value without its closing brace seems to go on to the end of the text; only reading line by line shows where the fault is.
struct JSONLineFault {
    /// The number of the line, from 1.
    let line: Int
    /// What is wrong with it.
    let reason: String

    /// The maximum size in bytes of a line to search.
    private static let longestLine = 16 << 20

    /// Finds the line after a number of valid values; nil if values span several lines, or if the text cannot be read.
    init?(in body: HTTPBody, _ encoding: TableEncoding, after count: Int) {
        guard var pieces = try? TextPieces(body, encoding) else { return nil }
        var rest: [UInt8] = []
        var (number, values, isAtEnd) = (0, 0, false)
        while !isAtEnd, rest.count < Self.longestLine {
            let piece = try? pieces.next()
            isAtEnd = piece == nil
            rest += piece ?? [10]
            var start = 0
            while let end = rest[start...].firstIndex(of: 10) {
                let text = rest[start..<end]
                number += 1
                start = end + 1
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
            rest.removeFirst(start)
        }
        return nil
    }
}
