import AggSource
import Testing

struct JSONValueTests {
    @Test(arguments: [
        ("null", JSONValue.null), ("true", .boolean(true)), (" false ", .boolean(false)), ("\"\"", .string("")),
        ("[]", .array([])), ("{}", .object([:])),
        ("\t[1 , \"a\"\r\n,null ]", .array([.integer(1), .string("a"), .null])),
        (#"{"a":{"b":[{}]}}"#, .object(["a": .object(["b": .array([.object([:])])])])),
        ("\u{FEFF}[1]", .array([.integer(1)])),
    ])
    func `reads every kind of value`(text: String, value: JSONValue) throws {
        #expect(try JSONValue(parsing: text) == value)
    }

    @Test(arguments: [
        (#""a\/b""#, "a/b"), (#""\"\\\b\f\n\r\t""#, "\"\\\u{8}\u{C}\n\r\t"), (#""\u00e9\u0041""#, "éA"),
        (#""\uD83C\uDF89""#, "🎉"),
        (#""\uD83C""#, "\u{FFFD}"), (#""\uDF89x""#, "\u{FFFD}x"), (#""\uD83C\u0041""#, "\u{FFFD}A"),
        (#""\uD83C\uD83C\uDF89""#, "\u{FFFD}🎉"), (#""\uD83C\n""#, "\u{FFFD}\n"), (#""\u0000""#, "\u{0}"),
        ("\"é東🎉\u{7F}\"", "é東🎉\u{7F}"),
        (#""\uFFFF""#, "\u{FFFF}"),
    ])
    func `resolves escapes`(text: String, string: String) throws {
        #expect(try JSONValue(parsing: text) == .string(string))
    }

    @Test(arguments: [
        ("", "the text is empty", 0), ("  ", "the text is empty", 2),
        (#"{"a":}"#, "a value is missing after ‘:’", 5), ("[1,]", "a value is missing after ‘,’", 3),
        ("[,1]", "a value is missing after ‘[’", 1), (#"{"a":1,}"#, "a member is missing after ‘,’", 7),
        ("{a:1}", "a member's name is not quoted", 1), (#"{"a" 1}"#, "‘:’ is missing after a member's name", 5),
        (#"{"a":1 "b":2}"#, "‘,’ or ‘}’ is missing after a member", 7),
        ("[1 2]", "‘,’ or ‘]’ is missing after an element", 3),
        ("[1", "an array is not closed", 0), (#"[{"a":1"#, "an object is not closed", 1),
        ("[\"a", "a string is not closed", 1),
        (#"{"a":"#, "expected a value after ‘:’, found the end of the text", 5),
        ("1 2", "there is more text after the value", 2), ("nul", "expected null, found another word", 0),
        ("'a'", "‘'’ cannot start a value", 0), ("\u{1}", "byte 0x1 cannot start a value", 0),
        (#""\x""#, "‘\\’ before ‘x’ is not an escape", 1),
        (#""\u12G4""#, "‘\\u’ is not followed by four hexadecimal digits", 5),
        ("\"a\nb\"", "a string contains the unescaped control character byte 0xA", 2),
        ("01", "a number has a leading 0", 0), ("-", "a number has no digits", 1),
        ("1.", "a number has no digits after the decimal point", 2),
        ("1e+", "a number has no digits in its exponent", 3), ("+1", "‘+’ cannot start a value", 0),
    ])
    func `says what is wrong and where`(text: String, reason: String, offset: Int) {
        #expect(throws: JSONError(reason, offset: offset)) { try JSONValue(parsing: text) }
    }

    @Test(
        arguments: [
            [0xFF], [0xC3], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xC0, 0xAF], [0xF4, 0x90, 0x80, 0x80], [0x80],
        ] as [[UInt8]])
    func `rejects invalid UTF-8, with and without escapes`(bytes: [UInt8]) {
        let error = JSONError("a string is not valid UTF-8", offset: 1)
        #expect(throws: error) { try JSONValue(parsing: [0x22] + bytes + [0x22]) }
        #expect(throws: error) { try JSONValue(parsing: [0x22] + Array(#"\n"#.utf8) + bytes + [0x22]) }
    }

    @Test func `nests 512 levels deep and no deeper`() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        _ = try JSONValue(parsing: nested(512))
        let error = JSONError("the text is nested more than 512 levels deep", offset: 512)
        #expect(throws: error) { try JSONValue(parsing: nested(513)) }
        #expect(throws: error) { try JSONValue(parsing: nested(100_000)) }
    }

    @Test func `reads a slice of an array of bytes`() throws {
        let bytes = Array("xx[1]yy".utf8)
        #expect(try JSONValue(parsing: bytes[2..<5]) == .array([.integer(1)]))
        #expect(try JSONValue(parsing: bytes[2..<5].span) == .array([.integer(1)]))
    }

    @Test func `an error describes its reason and place`() {
        #expect(JSONError("a string is not closed", offset: 7).description == "a string is not closed (byte 7)")
        #expect(
            JSONError("a string is not closed", offset: 7, item: 3).description
                == "a string is not closed (item 3, byte 7)")
    }
}
