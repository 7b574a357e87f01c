import AggCore
import AggSearch
import AggSource
import AggStorage
import AggTesting
import Testing

import GitHubSource

/// Which columns of stored repositories a search covers.
struct SearchedColumnsTests {
    @Test func `a search finds licenses but no words of links, also among favorites, and a filter finds links`()
        async throws
    {
        let item = """
            {"id": 7, "name": "nio", "full_name": "apple/nio", "homepage": "https://site.example",
             "owner": {"login": "apple", "avatar_url": "https://avatars.githubusercontent.com/u"},
             "license": {"spdx_id": "MIT"}}
            """
        let stubbed = services(stub(.text(#"{"items": [\#(item)]}"#)))
        let registry = try SourceRegistry(kinds: [GitHubSource.self])
        let source = try #require(registry.instances.first)
        let store = InMemoryRecordStore()
        _ = try await registry.loader(for: source, services: stubbed, store: store, isForced: false).load()
        let aggregator = Aggregator(registry: registry, store: store, users: InMemoryUserStore(), services: stubbed)
        func count(_ query: SearchQuery) async throws -> Int { try await aggregator.search(query, limit: 9).rows.count }

        let found = try await aggregator.search(SearchQuery([.words("nio mit")]), limit: 9)
        _ = try await aggregator.addFavorite(try #require(found.rows.first))
        for word in ["avatars", "githubusercontent", "site", "mit"] {
            var query = SearchQuery([.words(word)])
            #expect(try await count(query) == (word == "mit" ? 1 : 0), "\(word)")
            query.onlyFavorites = true
            #expect(try await count(query) == (word == "mit" ? 1 : 0), "\(word)")
        }
        let link = RecordCondition.field("homepage", .equals(ValueTest.name(of: "https://site.example")))
        #expect(try await count(SearchQuery([.words("nio")]).narrowed(to: link)) == 1)
    }
}
