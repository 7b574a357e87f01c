import Foundation
import Socrata
import Testing

struct SocrataQueryTests {
    let portal: SocrataPortal

    init() throws {
        portal = SocrataPortal(endpoint: try #require(URL(string: "https://data.cityofchicago.org")))
    }

    private func items(_ query: SocrataQuery) throws -> [String: String] {
        let url = portal.rows(of: "4ijn-s7e5", query)
        let items = try #require(URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems)
        return Dictionary(uniqueKeysWithValues: items.map { ($0.name, $0.value ?? "") })
    }

    @Test func `requests all columns and the portal's own, one page at a time`() throws {
        let query = SocrataQuery(page: .init(limit: 1_000, offset: 3_000))
        #expect(
            try items(query) == ["$select": ":*, *", "$order": ":id", "$limit": "1000", "$offset": "3000"])
    }

    @Test(arguments: [
        (nil, ":id"), ("", ":id"), ("inspection_date DESC", "inspection_date DESC, :id"),
        ("a ASC,b DESC", "a ASC, b DESC, :id"), (":updated_at, :id", ":updated_at, :id"),
        ("a, :id DESC", "a, :id DESC"), (":ID", ":ID"),
    ])
    func `sorts by a total order, whatever order is configured`(order: String?, expected: String) throws {
        #expect(try items(SocrataQuery(order: order, page: .init(limit: 1)))["$order"] == expected)
    }

    @Test(arguments: ["results = 'Fail'", "a > 1 AND b like '%+&=%'", "name = 'São 東京'", "x = 'a#b?c/d'"])
    func `keeps a condition whole in the URL`(filter: String) throws {
        #expect(try items(SocrataQuery(filter: filter, page: .init(limit: 1)))["$where"] == filter)
    }

    @Test func `escapes every ambiguous character in the URL`() throws {
        let url = portal.rows(of: "4ijn-s7e5", SocrataQuery(filter: "a + b", page: .init(limit: 5)))
        #expect(
            url.absoluteString
                == "https://data.cityofchicago.org/resource/4ijn-s7e5.json?$select=%3A%2A%2C%20%2A"
                + "&$where=a%20%2B%20b&$order=%3Aid&$limit=5&$offset=0")
    }

    @Test func `counts rows without an order and a page`() throws {
        #expect(try items(.count(filter: "a = 1")) == ["$select": "count(*)", "$where": "a = 1"])
    }
}
