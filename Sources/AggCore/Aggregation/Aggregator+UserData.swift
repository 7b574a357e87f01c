package import AggStorage

extension Aggregator {
    /// The settings that were kept, by name.
    ///
    /// - Throws: `StoreError` when the user file cannot be read.
    package nonisolated func keptSettings() async throws(StoreError) -> [String: String] {
        try await users.keptSettings()
    }

    /// Keeps a setting; nil forgets it.
    ///
    /// - Throws: `StoreError` when the user file cannot be written.
    package nonisolated func keepSetting(_ name: String, _ value: String?) async throws(StoreError) {
        try await users.keepSetting(name, value)
    }

    /// The saved searches, ordered by name.
    ///
    /// - Throws: `StoreError` when the user file cannot be read.
    package nonisolated func savedSearches() async throws(StoreError) -> [SavedSearch] {
        try await users.savedSearches()
    }

    /// Saves a search, in place of the one of that name if there is one.
    ///
    /// - Returns: Whether the name is new.
    /// - Throws: `StoreError` when the user file cannot be written.
    package nonisolated func saveSearch(_ search: SavedSearch) async throws(StoreError) -> Bool {
        try await users.saveSearch(search)
    }

    /// Removes a saved search.
    ///
    /// - Returns: Whether there was one.
    /// - Throws: `StoreError` when the user file cannot be written.
    package nonisolated func removeSearch(_ name: String) async throws(StoreError) -> Bool {
        try await users.removeSearch(name)
    }
}
