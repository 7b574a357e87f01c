import Testing

@testable import AggShell

@Suite struct EscapeSequenceTests {
    @Test(
        arguments: [
            ("", .partial), ("[", .partial), ("O", .partial), ("[1", .partial), ("[1;5", .partial), ("[1 ", .partial),
            ("[[", .partial), ("[A", .whole(3)), ("[Ax", .whole(3)), ("[6~~", .whole(4)), ("[1;5Dx", .whole(6)),
            ("[<0;1;1Mx", .whole(9)), ("[?1;2c", .whole(7)), ("[4 q", .whole(5)), ("[ !\"@", .whole(6)),
            ("[[A", .whole(4)), ("[[~x", .whole(4)), ("OP", .whole(3)), ("OAx", .whole(3)), ("[@", .whole(3)),
            ("[\r", .broken(2)), ("[1;\u{1B}[A", .broken(4)), ("[1é", .broken(3)), ("[ 1", .broken(3)),
            ("O\u{1B}", .broken(2)), ("[[\r", .broken(3)), ("[\u{7F}", .broken(2)),
            ("b", .none), ("\u{1B}[A", .none), ("é", .none), ("\r", .none), ("]", .none),
        ] as [(String, EscapeSequence)])
    func `extends from the escape to the final byte`(rest: String, expected: EscapeSequence) {
        #expect(EscapeSequence(Array(("\u{1B}" + rest).utf8)[...]) == expected)
    }

    @Test func `is broken if it is longer than any key would send`() {
        let bytes = Array("\u{1B}[".utf8) + [UInt8](repeating: UInt8(ascii: "1"), count: 1_000)
        #expect(EscapeSequence(bytes[...]) == .broken(64))
        #expect(EscapeSequence(bytes[..<63]) == .partial)
    }
}
