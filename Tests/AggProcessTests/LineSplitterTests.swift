import AggSource
import Testing

/// Lines that arrive in pieces of any size.
struct LineSplitterTests {
    private func lines(of text: String, limit: Int = 100, pieces size: Int) async throws(SourceError) -> [String] {
        var splitter = LineSplitter(limit: limit)
        var lines: [String] = []
        func add(_ line: ArraySlice<UInt8>, _ number: Int) {
            lines.append("\(number) " + String(decoding: line, as: UTF8.self))
        }
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: size) {
            try await splitter.push(Array(bytes[start..<min(start + size, bytes.count)])) { add($0, $1) }
        }
        try await splitter.finish { add($0, $1) }
        return lines
    }

    @Test(arguments: [1, 2, 3, 7, 100])
    func `joins pieces into lines and skips blank lines`(size: Int) async throws {
        #expect(try await lines(of: "one\n\n \t\r\ntwo\r\nthree", pieces: size) == ["1 one", "4 two\r", "5 three"])
        #expect(try await lines(of: "", pieces: size).isEmpty)
    }

    @Test(arguments: [1, 3, 100])
    func `rejects a line that is too long, whether it ends or not`(size: Int) async {
        for text in ["a\n" + String(repeating: "b", count: 11) + "\n", "a\n" + String(repeating: "b", count: 11)] {
            await #expect(throws: SourceError.invalidData("at line 2: the line is longer than 10 B")) {
                try await lines(of: text, limit: 10, pieces: size)
            }
        }
    }
}
