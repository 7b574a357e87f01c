import AggSource

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
