import AggSource
import Testing

@testable import TableSource

struct SignOfMoreTests {
    @Test(
        arguments: [
            (
                #"{"data":{"trees":{"nodes":[{"id":1}],"pageInfo":{"hasNextPage":true}}}}"#,
                "data.trees.pageInfo.hasNextPage: true"
            ),
            (#"{"page":1,"total_pages":5,"data":[{"id":1}]}"#, "total_pages: 5"),
            (#"{"page":1,"pages":5,"data":[{"id":1}]}"#, "pages: 5"),
            (#"{"page":"1","pages":"5","data":[{"id":1}]}"#, #"pages: "5""#),
            (#"{"page":"5","pages":"5","data":[{"id":1}]}"#, nil),
            (#"{"page":0,"totalPages":3,"data":[{"id":1}]}"#, "totalPages: 3"),
            (#"{"current_page":1,"last_page":2,"data":[{"id":1}]}"#, "last_page: 2"),
            (#"{"lastPage":false,"data":[{"id":1}]}"#, "lastPage: false"),
            (#"{"last":false,"content":[{"id":1}]}"#, "last: false"),
            (#"{"page":5,"pages":5,"data":[{"id":1}]}"#, nil), (#"{"page":0,"totalPages":1,"data":[{"id":1}]}"#, nil),
            (#"{"title":"Trees","pages":350,"data":[{"id":1}]}"#, nil),
            (#"{"totalPages":2,"data":[]}"#, "totalPages: 2"),
            (#"{"lastPage":true,"data":[{"id":1}]}"#, nil), (#"{"pages":["a","b"],"data":[{"id":1}]}"#, nil),
        ] as [(String, String?)])
    func `finds what says that there are more pages`(document: String, sign: String?) throws {
        #expect(try NextLink.signOfMore(in: JSONValue(parsing: document), than: 1) == sign)
    }
}
