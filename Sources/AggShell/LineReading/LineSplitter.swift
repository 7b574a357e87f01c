/// Splits bytes that arrive in blocks into lines of text.
///
/// A line ends with LF or CR LF; the last needs no end. A byte-order mark at the very beginning is left out. A line with
/// NUL bytes, or with bytes that are not UTF-8, is no text: it is told of, and the lines behind it are read.
struct LineSplitter {
    private var bytes: [UInt8] = []
    private var start = 0
    private var scanned = 0
    private var isAtBeginning = true

    /// Adds a block that has been read.
    mutating func append(_ block: some Collection<UInt8>) {
        if start > 0 {
            bytes.removeFirst(start)
            scanned -= start
            start = 0
        }
        bytes += block
    }

    /// The next whole line; nil when its end has not arrived.
    mutating func next() -> LineInput? {
        guard let end = bytes[scanned...].firstIndex(of: UInt8(ascii: "\n")) else {
            scanned = bytes.count
            return nil
        }
        defer { (start, scanned) = (end + 1, end + 1) }
        return text(of: bytes[start..<end])
    }

    /// What is left at the end of the input; nil when nothing is.
    mutating func rest() -> LineInput? {
        defer { (start, scanned) = (bytes.count, bytes.count) }
        return start < bytes.count ? text(of: bytes[start...]) : nil
    }

    private mutating func text(of line: ArraySlice<UInt8>) -> LineInput {
        var line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        if isAtBeginning, line.starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3) }
        isAtBeginning = false
        if line.contains(0) {
            return .unreadable("the line was not run, since it holds a NUL byte: is it text?")
        }
        guard let text = String(validating: line, as: UTF8.self) else {
            return .unreadable("the line was not run, since it is not in UTF-8")
        }
        return .line(text)
    }
}
