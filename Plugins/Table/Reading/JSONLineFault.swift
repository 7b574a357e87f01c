import AggSource

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
