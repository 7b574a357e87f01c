import AggSearch
import AggStorage

/// What can be saved of a damaged user file: all that the file still answers, and from a backup what it does not.
struct UserRescue {
    /// The favorites, the oldest first.
    let favorites: [Favorite]
    /// The kept settings.
    let settings: [String: String]
    /// The saved searches.
    let searches: [String: String]
    /// What a repair reports about it.
    let numbers: RepairPlan.Rescued

    /// Nothing.
    static let nothing = UserRescue(.unreadable, backup: nil)

    /// Puts together what a file answers and what a backup holds.
    ///
    /// The file is newer, so what it answers counts; and what is missing from a part of it that was read whole was removed.
    init(_ file: UserContents, backup: UserBackups.Copy?) {
        let copy = backup?.contents ?? .unreadable
        let restored = Self.restored(file, copy)
        // A place that two favorites have, as after a repair, is ordered by their times.
        let ordered = file.favorites.map { ($0, $1) } + restored.map { ($0, $1) }
        let sorted = ordered.sorted { ($0.0, $0.1.addedAt) < ($1.0, $1.1.addedAt) }.map(\.1)
        // Of two rows of one record, which a damaged index lets in, the later one counts.
        var seen: Set<RecordAddress> = []
        favorites = Array(sorted.reversed().filter { seen.insert($0.address).inserted }.reversed())
        let keepsSettings = file.whole.contains(.settings)
        let keepsSearches = file.whole.contains(.searches)
        settings = keepsSettings ? file.settings : copy.settings.merging(file.settings) { $1 }
        searches = keepsSearches ? file.searches : copy.searches.merging(file.searches) { $1 }
        let isListed = file.whole.contains(.index)
        let isKnown = isListed || file.whole.contains(.favorites)
        // Of rows that were all read, an index that is damaged says nothing.
        let lost = isListed || !isKnown ? file.indexed.subtracting(favorites.map(\.address)) : []
        var numbers = RepairPlan.Rescued(
            favorites: favorites.count, settings: settings.count, searches: searches.count,
            lost: lost.map(\.description).sorted(), isComplete: isKnown && keepsSettings && keepsSearches)
        if let made = backup?.made {
            numbers.backup = RepairPlan.Backup(
                made: made, favorites: restored.count, settings: settings.count - file.settings.count,
                searches: searches.count - file.searches.count)
        }
        self.numbers = numbers
    }

    /// The favorites of a backup that the file does not answer for, by their places.
    private static func restored(_ file: UserContents, _ copy: UserContents) -> [Int64: Favorite] {
        let found = Set(file.favorites.values.map(\.address))
        let missing = copy.favorites.filter { !found.contains($1.address) }
        if file.whole.contains(.index) { return missing.filter { file.indexed.contains($1.address) } }
        return file.whole.contains(.favorites) ? [:] : missing
    }
}
