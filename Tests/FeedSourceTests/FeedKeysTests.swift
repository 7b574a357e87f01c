import AggSource
import Testing

@testable import FeedSource

struct FeedKeysTests {
    private func keys(_ items: [ParsedItem]) -> [String] {
        var keys = FeedKeys(since: nil)
        return keys.keys(of: items)
    }

    /// The keys of each document in turn.
    private func keys(inTurn documents: [[ParsedItem]]) -> [[String]] {
        var state: FetchState?
        return documents.map { items in
            var keys = FeedKeys(since: state)
            let texts = keys.keys(of: items)
            state = FetchState(keys.stateValues)
            return texts
        }
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

    @Test func `numbers a hundred thousand identical items in one pass`() {
        let keys = keys(Array(repeating: item(id: "i", title: "a"), count: 100_000))
        #expect(keys.last == keys[0] + "~100000")
    }

    @Test func `stays the same when other items come and go`() {
        let items = (1...20).map { item(link: "http://a.example/\($0)") }
        #expect(keys(Array(items.dropFirst(5))) == Array(keys(items).dropFirst(5)))
    }

    @Test func `an item keeps its key when a later one repeats its id`() {
        let (first, second) = (item(id: "i", title: "a"), item(id: "i", title: "b"))
        let keys = keys(inTurn: [[first], [second, first], [second], [first]])
        #expect(keys[0] == ["i"])
        #expect(keys[1][0].hasPrefix("i~"))
        #expect(keys[1][1] == "i")
        #expect(keys[2] == [keys[1][0]])
        #expect(keys[3] == ["i"])
    }

    @Test func `an item keeps its key when a later page repeats its id`() {
        let (first, second) = (item(id: "i", title: "a"), item(id: "i", title: "b"))
        var keys = FeedKeys(since: nil)
        #expect(keys.keys(of: [first]) == ["i"])
        let later = keys.keys(of: [second, first])
        #expect(later[0].hasPrefix("i~") && later[1] == "i")
        var next = FeedKeys(since: FetchState(keys.stateValues))
        #expect(next.keys(of: [second, first]) == later)
    }

    @Test func `items that shared an id from the start keep their keys`() {
        let (first, second) = (item(id: "i", title: "a"), item(id: "i", title: "b"))
        let keys = keys(inTurn: [[first, second], [second], [second], [first]])
        #expect(keys[1] == [keys[0][1]])
        #expect(keys[2] == [keys[0][1]])
        #expect(keys[3] == [keys[0][0]])
    }

    @Test func `an edited item keeps its key`() {
        let keys = keys(inTurn: [[item(id: "i", title: "a")], [item(id: "i", title: "b")]])
        #expect(keys == [["i"], ["i"]])
    }
}
