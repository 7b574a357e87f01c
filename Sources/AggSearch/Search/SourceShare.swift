/// The part of an answer that each source can have when the answer is ordered by rank.
///
/// Each source with matches keeps its best ⌈limit / (2 × sources with matches)⌉ rows; the rest is filled by rank.
package struct SourceShare: Hashable, Sendable {
    /// The number of rows that each source keeps, whatever their rank.
    let reserved: Int
    /// The number of rows that go by rank.
    let free: Int

    /// Divides an answer among sources with these numbers of matches.
    package init(matches counts: some Sequence<Int>, limit: Int) {
        let counts = counts.filter { $0 > 0 }
        let reserved = counts.isEmpty ? 0 : (limit + 2 * counts.count - 1) / (2 * counts.count)
        self.reserved = reserved
        // With more sources than rows, not even the reserved rows fit.
        free = max(0, limit - counts.reduce(0) { $0 + min(reserved, $1) })
    }

    /// The maximum number of rows of one source.
    package var most: Int { reserved + free }
}
