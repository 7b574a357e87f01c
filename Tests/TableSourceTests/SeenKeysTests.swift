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

    @Test(arguments: [["1", "2", "40", "7", "1000000000000"], ["0", "5", "x", "05"], ["9", "10", "010", "", "1.0"]])
    func `a set contains exactly the keys that were inserted, increasing or not`(keys: [String]) {
        var set = KeySet()
        for (index, key) in keys.enumerated() {
            let isNew = set.insert(Array(key.utf8)[...])
            #expect(isNew)
            for former in keys[...index] {
                var copy = set
                let isNew = copy.insert(Array(former.utf8)[...])
                #expect(!isNew)
            }
        }
    }
}
