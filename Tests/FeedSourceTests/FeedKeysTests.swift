import Testing

@testable import FeedSource

struct FeedKeysTests {
    private func keys(_ items: [ParsedItem]) -> [String] {
        let keys = FeedKeys(items)
        return items.indices.map { keys[$0] }
    }

    private func item(id: String? = nil, link: String? = nil, title: String? = nil) -> ParsedItem {
        var item = ParsedItem()
        (item.id, item.link, item.title) = (id, link, title)
        return item
    }

    @Test func `identifies an item by its id, or else its link, or else its title and date`() {
        let keys = keys([item(id: "i", link: "l"), item(link: "l2"), item(title: "t"), item(title: "u")])
        #expect(keys.prefix(2) == ["i", "l2"])
        #expect(keys[2].utf8.count == 16)
        #expect(keys[2] != keys[3])
    }

    @Test func `makes every id a single word`() {
        let keys = keys([item(id: "two words"), item(id: String(repeating: "x", count: 300)), item(id: "日本")])
        #expect(keys[0].utf8.count == 16)
        #expect(keys[1].utf8.count == 16)
        #expect(keys[2] == "日本")
    }

    @Test func `distinguishes items with the same id in any order`() {
        let (first, second) = (item(id: "i", title: "a"), item(id: "i", title: "b"))
        let keys = keys([first, second])
        #expect(Set(keys).count == 2)
        #expect(keys.allSatisfy { $0.hasPrefix("i~") })
        #expect(self.keys([second, first]) == keys.reversed())
    }

    @Test func `numbers identical items`() {
        let twin = item(id: "i", title: "a")
        let keys = keys([twin, twin, twin])
        #expect(Set(keys).count == 3)
        #expect(keys[2] == keys[0] + "~3")
    }

    @Test func `stays the same when other items come and go`() {
        let items = (1...20).map { item(link: "http://a.example/\($0)") }
        #expect(keys(Array(items.dropFirst(5))) == Array(keys(items).dropFirst(5)))
    }
}
