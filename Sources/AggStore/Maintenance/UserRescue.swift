import AggSearch
import AggStorage
import GRDB

/// The recoverable contents of a damaged user file: everything still readable, plus whatever only a backup has.
struct UserRescue {
    /// The favorites, oldest first.
    let favorites: [Favorite]
    let settings: [String: String]
    let searches: [String: String]
    /// The rows of other tables.
    let others: [String: [[DatabaseValue]]]
    /// The numbers for a repair's report.
    let numbers: RepairPlan.Rescued

    /// Empty contents.
    static let nothing = UserRescue(.unreadable, backup: nil)

    /// Combines the contents of a file and a backup.
    ///
    /// The file is newer, so its contents take precedence; anything missing from a part that was read completely was
    /// removed.
    init(_ file: UserContents, backup: UserBackups.Copy?) {
        let copy = backup?.contents ?? .unreadable
        let restored = Self.restored(file, copy)
        // Favorites with the same row number, e.g. after a repair, are ordered by time.
        let ordered = file.favorites.map { ($0, $1) } + restored.map { ($0, $1) }
        let sorted = ordered.sorted { ($0.0, $0.1.addedAt) < ($1.0, $1.1.addedAt) }.map(\.1)
        // A damaged index can allow two rows for one record; the later one counts.
        var seen: Set<RecordAddress> = []
        favorites = Array(sorted.reversed().filter { seen.insert($0.address).inserted }.reversed())
        let keepsSettings = file.whole.contains(.settings)
        let keepsSearches = file.whole.contains(.searches)
        settings = keepsSettings ? file.settings : copy.settings.merging(file.settings) { $1 }
        searches = keepsSearches ? file.searches : copy.searches.merging(file.searches) { $1 }
        // The first of several rows with the same key counts: that of the file.
        others = copy.others.merging(file.others) { old, new in new + old }.merging(
            file.others.filter { file.wholeOthers.contains($0.key) }
        ) { $1 }
        let isListed = file.whole.contains(.index)
        let isKnown = isListed || file.whole.contains(.favorites)
        // If all rows were read, a damaged index adds nothing.
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

    /// The favorites in a backup that cannot be read from the file, by row number.
    private static func restored(_ file: UserContents, _ copy: UserContents) -> [Int64: Favorite] {
        let found = Set(file.favorites.values.map(\.address))
        let missing = copy.favorites.filter { !found.contains($1.address) }
        if file.whole.contains(.index) { return missing.filter { file.indexed.contains($1.address) } }
        return file.whole.contains(.favorites) ? [:] : missing
    }
}
