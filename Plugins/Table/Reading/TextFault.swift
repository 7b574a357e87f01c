import AggSource

/// The first line of a text that is not UTF-8.
struct TextFault {
    /// The number of the line, from 1.
    let line: Int

    /// The maximum size in bytes of a line to search.
    private static let longestLine = 16 << 20

    /// Finds the line; nil if there is none, or if the text cannot be read.
    init?(in body: HTTPBody) {
        guard var pieces = try? TextPieces(body, nil) else { return nil }
        var rest: [UInt8] = []
        var (number, isAtEnd) = (0, false)
        while !isAtEnd, rest.count < Self.longestLine {
            let piece = try? pieces.next()
            isAtEnd = piece == nil
            rest += piece ?? [10]
            var start = 0
            while let end = rest[start...].firstIndex(of: 10) {
                number += 1
                guard String(validating: rest[start..<end], as: UTF8.self) != nil else {
                    line = number
                    return
                }
                start = end + 1
            }
            rest.removeFirst(start)
        }
        return nil
    }
}
