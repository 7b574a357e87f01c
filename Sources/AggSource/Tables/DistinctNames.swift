/// Makes names distinct by appending numbers: `fee`, `fee_2`, `fee_3`.
package struct DistinctNames {
    private var taken: Set<String>
    /// The next number to try for a name, so that a thousand equal names don't take a million attempts.
    private var next: [String: Int] = [:]
    private let separator: String

    /// Creates an empty list; names that are taken are never returned.
    package init(separator: String, taken: Set<String> = []) {
        self.separator = separator
        self.taken = taken
    }

    /// Returns the name itself, or with a number if it is taken.
    package mutating func distinct(_ name: String) -> String { taken.insert(name).inserted ? name : numbered(name) }

    /// Returns the name with the lowest number, from 2, that is not taken.
    package mutating func numbered(_ name: String) -> String {
        var number = next[name] ?? 2
        while !taken.insert("\(name)\(separator)\(number)").inserted { number += 1 }
        next[name] = number + 1
        return "\(name)\(separator)\(number)"
    }
}
