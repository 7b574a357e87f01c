import AggSource
import Testing

struct JSONWriterTests {
    @Test func `writes an envelope`() {
        var writer = JSONWriter()
        writer.object {
            $0.member("agg", 1)
            $0.member("query", "lon")
            $0.member("elapsed_ms", 0.41)
            $0.member("truncated", false)
            $0.member("reason", nil as String?)
            $0.member("records") {
                $0.array {
                    $0.object { _ in }
                    $0.object { $0.member("title", "Łódź") }
                    $0.array { _ in }
                }
            }
            $0.member("fields", .array([.null, .boolean(true), .integer(-1)]))
        }
        #expect(
            writer.text
                == #"{"agg":1,"query":"lon","elapsed_ms":0.41,"truncated":false,"reason":null,"records":[{},{"title":"Łódź"},[]],"#
                + #""fields":[null,true,-1]}"#)
        #expect(writer.bytes == Array(writer.text.utf8))
    }

    @Test(arguments: [
        ("a\"b\\c/d", #""a\"b\\c/d""#), ("\u{8}\t\n\u{C}\r", #""\b\t\n\f\r""#), ("\u{0}\u{1F}", #""\u0000\u001f""#),
        ("é東🎉\u{7F}\u{2028}", "\"é東🎉\u{7F}\u{2028}\""), ("", "\"\""),
    ])
    func `escapes only what must be escaped`(text: String, json: String) throws {
        var writer = JSONWriter()
        writer.write(text)
        #expect(writer.text == json)
        #expect(try JSONValue(parsing: json) == .string(text))
    }

    @Test(
        arguments: [
            (28, "28"), (-0.12574, "-0.12574"), (0.1, "0.1"), (1e100, "1e+100"), (.leastNonzeroMagnitude, "5e-324"),
            (1e16, "1e+16"),
            (-0.0, "-0"),
            (.infinity, "null"), (.nan, "null"), (1_234_567.0, "1234567"),
        ] as [(Double, String)])
    func `writes a double in its shortest form`(number: Double, json: String) {
        #expect(JSONValue.decimal(number).text == json)
        #expect(JSONWriter.shortest(number) == json)
    }

    @Test(arguments: [
        #"{"a":[1,-2,3.5,12345678901234567890,true,false,null,"x\ny"],"b":{},"a":[]}"#, "[[],[[]],{\"\":{}}]", "\"\"",
        "[]",
        #"{"é\"":"東"}"#,
    ])
    func `writes a value as it was read`(json: String) throws {
        #expect(try JSONValue(parsing: json).text == json)
    }

    @Test func `rethrows an error from inside a closure`() {
        var writer = JSONWriter()
        #expect(throws: JSONError.self) {
            try writer.array { (_: inout JSONWriter) throws(JSONError) in throw JSONError("no", offset: 0) }
        }
    }
}
