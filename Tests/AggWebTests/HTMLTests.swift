import Testing

@testable import AggWeb

@Suite struct HTMLTests {
    @Test func `escapes text everywhere in markup`() {
        let hostile = "<script>alert('1')</script>\" onload=\"x&amp;\u{202E}\u{1B}"
        let html: HTML = "<a title=\"\(hostile)\">\(hostile)</a>"
        #expect(!html.source.contains("<script"))
        #expect(!html.source.contains("\" onload"))
        #expect(!html.source.contains("\u{202E}") && !html.source.contains("\u{1B}"))
    }

    @Test(arguments: [
        "javascript:alert(1)", "data:text/html,x", " javascript:x", "JAVASCRIPT:x", "//example.org", "http:",
    ])
    func `a link that is not a web URL stays text`(address: String) {
        #expect(HTML.link(address, "x").source == "x")
    }
}
