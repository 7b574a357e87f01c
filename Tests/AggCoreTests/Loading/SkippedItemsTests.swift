import AggSource
import Testing

@Suite struct SkippedItemsTests {
    @Test(arguments: [
        (1, "1 skipped (item 1 has no name)"),
        (3, "3 skipped (item 1 has no name; item 2 has no name; item 3 has no name)"),
        (4, "4 skipped (item 1 has no name; item 2 has no name; item 3 has no name; …)"),
    ])
    func `counts all items and names the first few`(count: Int, text: String) {
        var skipped = SkippedItems()
        for item in 1...count { skipped.add(item: item, reason: "has no name") }
        #expect(skipped.count == count)
        #expect(skipped.text == text)
    }
}
