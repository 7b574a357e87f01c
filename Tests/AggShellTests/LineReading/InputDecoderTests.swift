import Testing

@testable import AggShell

@Suite struct InputDecoderTests {
    private static func events(_ pieces: [[UInt8]]) -> [InputDecoder.Event] {
        var decoder = InputDecoder()
        var events: [InputDecoder.Event] = []
        for (index, piece) in pieces.enumerated() {
            decoder.append(piece)
            reading: while true {
                let event = decoder.next(isLate: index == pieces.count - 1)
                switch event {
                case .nothing, .partialEscape: break reading
                default: events.append(event)
                }
            }
        }
        return events
    }

    private static func scalars(_ text: String) -> [InputDecoder.Event] {
        text.unicodeScalars.map { .scalar($0) }
    }

    @Test func `decodes the same events whatever pieces the bytes arrive in`() {
        let text = "é\u{1B}[A東\u{1B}[200~a\tb\rc\u{1B}[A\u{1B}[201~z🎈"
        let bytes = Array(text.utf8)
        let whole = Self.events([bytes])
        let paste = PastedText(Array("a\tb\rc\u{1B}[A".utf8))
        let key = InputDecoder.Event.sequence("[A")
        #expect(whole == Self.scalars("é") + [key] + Self.scalars("東") + [.paste(paste)] + Self.scalars("z🎈"))
        for cut in 1..<bytes.count {
            #expect(Self.events([Array(bytes[..<cut]), Array(bytes[cut...])]) == whole, "cut at \(cut)")
        }
        #expect(Self.events(bytes.map { [$0] }) == whole)
    }

    @Test(
        arguments: [
            ([0x61, 0xE9, 0x62], "a\u{FFFD}b"),
            ([0xFF, 0x61], "\u{FFFD}a"),
            ([0xC3, 0xC3, 0xA9], "\u{FFFD}é"),
            ([0xE6, 0x9D, 0x61], "\u{FFFD}a"),
            ([0xED, 0xA0, 0x80, 0x61], "\u{FFFD}a"),
            ([0x80, 0x61], "\u{FFFD}a"),
        ] as [([UInt8], String)])
    func `replaces invalid UTF-8`(bytes: [UInt8], text: String) {
        #expect(Self.events([bytes]) == Self.scalars(text))
    }

    @Test func `distinguishes a lone escape from the start of a sequence`() {
        var decoder = InputDecoder()
        decoder.append([0x1B])
        #expect(decoder.next() == .partialEscape(isLone: true))
        decoder.append(Array("[2".utf8))
        #expect(decoder.next() == .partialEscape(isLone: false))
        decoder.append(Array("~a".utf8))
        #expect(decoder.next() == .sequence("[2~"))
        #expect(decoder.next() == .scalar("a"))
    }

    @Test func `an escape before a character is a character`() {
        #expect(
            Self.events([Array("\u{1B}b\u{1B}\u{1B}[A\u{1B}é".utf8)])
                == Self.scalars("\u{1B}b\u{1B}") + [.sequence("[A")] + Self.scalars("\u{1B}é"))
    }

    @Test func `an unterminated sequence does not swallow anything else`() {
        #expect(Self.events([Array("\u{1B}[1;\ra".utf8)]) == [.brokenSequence] + Self.scalars("\ra"))
        #expect(Self.events([Array("\u{1B}[1;".utf8), Array("a".utf8)]) == [.sequence("[1;a")])
        var decoder = InputDecoder()
        decoder.append(Array("\u{1B}[1;".utf8))
        #expect(decoder.next(isLate: true) == .brokenSequence)
        #expect(decoder.next() == .nothing)
    }

    @Test func `returns the escape if nothing follows`() {
        var decoder = InputDecoder()
        decoder.append([0x1B])
        #expect(decoder.next(isLate: true) == .scalar("\u{1B}"))
        #expect(decoder.next() == .nothing)
    }

    @Test func `waits for the end of a character and of a paste`() {
        var decoder = InputDecoder()
        decoder.append([0xE6, 0x9D])
        #expect(decoder.next() == .nothing)
        decoder.append([0xB1])
        #expect(decoder.next() == .scalar("東"))
        decoder.append(Array("\u{1B}[200~no end".utf8))
        #expect(decoder.next(isLate: true) == .nothing)
    }

    @Test(arguments: [("", false), ("\t\t", false), ("\ta", true)])
    func `reports whether more than tabs is waiting`(text: String, expected: Bool) {
        var decoder = InputDecoder()
        decoder.append(Array(text.utf8))
        #expect(decoder.holdsMoreThanTabs == expected)
    }
}
