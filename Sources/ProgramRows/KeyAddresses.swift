/// Finds two different keys that have the same address, of which only the last row would be stored.
struct KeyAddresses: Sendable {
    /// Two different keys with the same address.
    struct Collision: Hashable, Sendable {
        let keys: [String]
        let address: String
    }

    /// The hashes of the keys that are written like their addresses.
    private var plain: Set<Int> = []
    /// The other keys, by their addresses.
    private var others: [String: String] = [:]

    /// Adds a key; returns the collision with an earlier one, if there is one.
    ///
    /// The same key may come again.
    mutating func add(_ key: String, at address: String) -> Collision? {
        if key == address {
            plain.insert(address.hashValue)
            return others[address].map { Collision(keys: [$0, key], address: address) }
        }
        if plain.contains(address.hashValue) { return Collision(keys: [address, key], address: address) }
        if let other = others[address], other != key { return Collision(keys: [other, key], address: address) }
        others[address] = key
        return nil
    }
}
