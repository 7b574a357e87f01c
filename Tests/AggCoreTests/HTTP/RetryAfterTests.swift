import AggSource
import Foundation
import Testing

@Suite struct RetryAfterTests {
    private let now = Date(timeIntervalSince1970: 784_111_700)

    private func wait(_ text: String) -> Double? {
        let headers: HTTPHeaders = ["Retry-After": text]
        return headers.retryAfter(now: now).map { $0.timeIntervalSince(now) }
    }

    @Test(arguments: [("0", 0.0), ("1", 1), (" 120 ", 120), ("007", 7)])
    func `reads seconds`(text: String, seconds: Double) {
        #expect(wait(text) == seconds)
    }

    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    ])
    func `reads the three forms of a date`(text: String) {
        #expect(wait(text) == 77)
    }

    @Test func `ignores a date that has passed`() {
        #expect(wait("Sat, 05 Nov 1994 08:49:37 GMT") == nil)
    }

    @Test(arguments: ["", "soon", "-5", "1.5", "0x10", "nan", "inf", "1e300", "5s", "Sun, 06 Nov 1994", "٥"])
    func `rejects anything else`(text: String) {
        #expect(wait(text) == nil)
    }

    @Test(arguments: ["\u{301}", "\u{20DD}", " \u{301}", "\u{200D}", "\u{FE0F}", "\u{0}", "é", "\r\n"])
    func `rejects a date with other characters than ASCII`(end: String) {
        #expect(wait("Sun, 06 Nov 1994 08:49:37 GMT\(end)") == nil)
        #expect(wait("Sun, 06 Nov 1994\(end) 08:49:37 GMT") == nil)
    }

    @Test func `limits a wait to a year`() {
        #expect(wait("99999999999999999999") == 31_536_000.0)
        #expect(wait("31536001") == 31_536_000.0)
    }

    @Test func `finds nothing if the field is absent`() {
        #expect(HTTPHeaders().retryAfter(now: now) == nil)
    }

    @Test func `writes a date that it can read back`() {
        let text = HTTPDate.text(Date(timeIntervalSince1970: 784_111_777))
        #expect(text == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(HTTPDate.parse(text) == Date(timeIntervalSince1970: 784_111_777))
    }
}
