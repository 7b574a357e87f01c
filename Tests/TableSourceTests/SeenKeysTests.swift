import Testing

@testable import TableSource

struct SeenKeysTests {
    @Test(arguments: [0, 200_000]) func `contains exactly the keys that were inserted`(expected: Int) {
        var keys = SeenKeys(expected: expected)
        let hashes = (0..<200_000).map { SeenKeys.hash(Array("key \($0)".utf8)[...]) }
        // This takes long if keys are not spread evenly over the table.
        #expect(hashes.allSatisfy { keys.insert($0) })
        #expect(hashes.allSatisfy { !keys.insert($0) })
    }
}
