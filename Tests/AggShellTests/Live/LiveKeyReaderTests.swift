import Testing

@testable import AggShell

@Suite struct LiveKeyReaderTests {
    /// The keys read from bytes that arrive in pieces; a piece that ends within a sequence is not late.
    private func keys(_ pieces: String...) -> [LiveKey] {
        var reader = LiveKeyReader()
        var keys: [LiveKey] = []
        for piece in pieces {
            reader.append(Array(piece.utf8))
            reading: while true {
                switch reader.next() {
                case .key(let key): keys.append(key)
                case .ignored: continue
                case .partial, .nothing: break reading
                }
            }
        }
        return keys
    }

    @Test(
        arguments: [
            ("a", [.text("a")]), ("é東", [.text("é"), .text("東")]), ("\r", [.enter]), ("\n", [.enter]),
            ("\u{6}", [.favorite]), ("\u{7F}", [.backspace]), ("\u{17}", [.deleteWord]), ("\u{15}", [.deleteToStart]),
            ("\u{1B}[A", [.up]), ("\u{1B}OB", [.down]), ("\u{1B}[C\u{1B}[D", [.right, .left]), ("\u{1B}[3~", [.delete]),
            ("\u{1B}[5~", [.pageUp]), ("\u{1B}[6~x", [.pageDown, .text("x")]), ("\u{1B}[1;5Cx", [.text("x")]),
            ("\u{1B}[15~x\u{1B}[1;2Ay\u{1B}OPz\u{1B}[[Az", [.text("x"), .text("y"), .text("z"), .text("z")]),
            ("\u{1B}\u{7F}", [.deleteWord]), ("\u{1B}[1;\r", [.escape, .enter]), ("\u{1B}[201~x", [.text("x")]),
            ("\u{1B}x", []), ("\u{0}\u{3}\u{9}", [.select]), ("\u{1B}\u{1B}x", [.escape, .text("x")]), ("\u{85}", []),
        ] as [(String, [LiveKey])])
    func `reads keys from bytes`(bytes: String, expected: [LiveKey]) {
        #expect(keys(bytes) == expected)
    }

    @Test func `a key may arrive in pieces`() {
        #expect(keys("\u{1B}", "[", "A") == [.up])
        #expect(keys("\u{1B}[", "5", "~") == [.pageUp])
    }

    @Test func `a lone escape is the Escape key if nothing follows`() {
        var reader = LiveKeyReader()
        reader.append([0x1B])
        #expect(reader.next() == .partial(isLone: true))
        var events = [reader.next(isLate: true)]
        while events.last == .ignored { events.append(reader.next(isLate: true)) }
        #expect(events.last == .key(.escape))
        reader.append(Array("a".utf8))
        #expect(reader.next() == .key(.text("a")))
    }

    @Test func `a paste is one text without line breaks`() {
        #expect(keys("\u{1B}[200~new\tyork\ncity\n\u{1B}[201~") == [.text("new york city")])
    }

    @Test func `invalid bytes become a replacement character`() {
        var reader = LiveKeyReader()
        reader.append([0xFF, 0x61])
        #expect(reader.next() == .key(.text("\u{FFFD}")))
        #expect(reader.next() == .key(.text("a")))
    }
}
