import Testing

@testable import AggWeb

@Suite struct DateFieldTests {
    @Test func `formats a time as HTTP does`() {
        #expect(DateField.text(of: 784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(DateField.text(of: 1_795_168_800) == "Fri, 20 Nov 2026 10:00:00 GMT")
    }
}
