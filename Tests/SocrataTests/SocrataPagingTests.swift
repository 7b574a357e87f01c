import AggSource
import Socrata
import Testing

struct SocrataPagingTests {
    /// Reads a data set with this many rows and returns the requested limits, in order.
    private func limits(_ rows: Int, pageSize: Int, maxRecords: Int? = nil) -> [Int] {
        var paging = SocrataPaging(pageSize: pageSize, maxRecords: maxRecords)
        var limits: [Int] = []
        while !paging.isAtEnd, limits.count < 100 {
            let page = paging.page
            limits.append(page.limit)
            paging.advance(rows: max(0, min(page.limit, rows - page.offset)))
        }
        return limits
    }

    @Test(arguments: [
        (0, [10]), (9, [10]), (10, [10, 10]), (11, [10, 10]), (25, [10, 10, 10]), (30, [10, 10, 10, 10]),
    ])
    func `stops after a short or empty page`(rows: Int, expected: [Int]) {
        #expect(limits(rows, pageSize: 10) == expected)
    }

    @Test(arguments: [
        (100, 25, [10, 10, 5]), (100, 20, [10, 10]), (12, 25, [10, 10]), (100, 3, [3]), (100, 1, [1]), (100, 0, []),
    ])
    func `stops at the maximum number of records`(rows: Int, maxRecords: Int, expected: [Int]) {
        #expect(limits(rows, pageSize: 10, maxRecords: maxRecords) == expected)
    }

    @Test func `continues from the end of the last page`() {
        var paging = SocrataPaging(pageSize: 10)
        #expect(paging.page == .init(limit: 10, offset: 0))
        paging.advance(rows: 10)
        #expect(paging.page == .init(limit: 10, offset: 10))
    }

    @Test func `treats more rows than requested as the whole data set`() {
        var paging = SocrataPaging(pageSize: 10)
        paging.advance(rows: 440)
        #expect(paging.isAtEnd)
    }

    @Test func `ends after a repeated page without new rows`() {
        var paging = SocrataPaging(pageSize: 2)
        for page in [["a", "b"], ["c", "d"], ["b", "a"]] {
            #expect(!paging.isAtEnd)
            for id in page { paging.meet([":id": .string(id), "name": "same"]) }
            paging.advance(rows: 2)
        }
        #expect(paging.isAtEnd)
        #expect(paging.fault?.hasSuffix("rows after the first 4 are missing") == true)
    }

    @Test(
        arguments: [
            (#"[{":id": "d"}, {":id": "c"}]"#, true), (#"[{":id": "a"}, {":id": "b"}]"#, true),
            (#"[{":id": "a"}, {":id": "c"}]"#, false), (#"[{":id": "c"}, {":id": "e"}]"#, false),
            (#"[{":id": "c"}]"#, false), ("[]", false), ("{", false),
        ])
    func `knows a repeated page before its rows are used`(body: String, isRepeated: Bool) throws {
        var paging = SocrataPaging(pageSize: 2)
        for page in [["a", "b"], ["c", "d"]] {
            for id in page { paging.meet([":id": .string(id)]) }
            paging.advance(rows: 2)
        }
        #expect(try paging.endIfRepeated(by: HTTPBody(Array(body.utf8))) == isRepeated)
        #expect(paging.isAtEnd == isRepeated)
        let fault = "the server repeats a page and seems to ignore $offset; rows after the first 4 are missing"
        #expect(paging.fault == (isRepeated ? fault : nil))
    }

    @Test func `ends after more pages than any data set has`() {
        var paging = SocrataPaging(pageSize: 1)
        var number = 0
        while !paging.isAtEnd {
            number += 1
            paging.meet([":id": .string("\(number)")])
            paging.advance(rows: 1)
        }
        #expect(number == SocrataPaging.mostPages)
        #expect(paging.fault?.contains("more than 20000 pages") == true)
    }
}
