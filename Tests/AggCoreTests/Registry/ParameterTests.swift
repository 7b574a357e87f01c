import AggSource
import Foundation
import Testing

@Suite struct ParameterTests {
    @Test(arguments: [
        (Parameter.Kind.text, "", ParameterValue?.some(.text(""))),
        (.text, " any text ", .text(" any text ")),
        (.integer(1...100), "1", .integer(1)),
        (.integer(1...100), "100", .integer(100)),
        (.integer(1...100), "0", nil),
        (.integer(1...100), "101", nil),
        (.integer(1...100), "1.0", nil),
        (.integer(1...100), " 1", nil),
        (.integer(1...100), "", nil),
        (.integer(1...100), "99999999999999999999", nil),
        (.integer(-5...5), "-5", .integer(-5)),
        (.boolean, "true", .boolean(true)),
        (.boolean, "false", .boolean(false)),
        (.boolean, "yes", nil),
        (.boolean, "TRUE", nil),
        (.boolean, "", nil),
        (.duration, "24h", .duration(.seconds(86_400))),
        (.duration, "30", nil),
        (.choice(["asc", "desc"]), "asc", .text("asc")),
        (.choice(["asc", "desc"]), "ASC", nil),
        (.choice(["asc", "desc"]), "", nil),
    ])
    func `parses a value of each kind`(kind: Parameter.Kind, text: String, value: ParameterValue?) {
        #expect(kind.parse(text) == value)
    }

    @Test(arguments: [
        "https://example.org", "http://localhost:8080/a?b=c", "HTTPS://example.org/", "file:///var/data/a.json",
        "http://[::1]:80/", "http://127.0.0.1/", "https://example.org/a%20b",
    ])
    func `accepts an http, https, or file URL`(text: String) throws {
        #expect(Parameter.Kind.url.parse(text) == .url(try #require(URL(string: text))))
    }

    @Test(arguments: [
        "", "example.org", "/var/data", "ftp://example.org", "http://", "https:///path", "file:", "javascript:alert(1)",
        "http:example.org", "http://exa mple.org", "mailto:a@example.org", "://", "http://:80/",
    ])
    func `rejects any other text as a URL`(text: String) {
        #expect(Parameter.Kind.url.parse(text) == nil)
    }

    @Test(arguments: [
        (Parameter.Kind.text, "text"), (.url, "an http, https, or file URL"),
        (.integer(1...5), "a whole number from 1 to 5"), (.boolean, "true or false"),
        (.duration, "a duration such as 24h, 7d, or 30s"), (.choice(["a", "b"]), "one of a, b"),
    ])
    func `describes what it expects`(kind: Parameter.Kind, text: String) {
        #expect(kind.expectation == text)
    }
}
