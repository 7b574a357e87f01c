package import AggStorage

extension Aggregator {
    /// Does work, such as a command, whose changes of the user's own data belong together.
    ///
    /// - Throws: What the work throws.
    package nonisolated func asOneChange<Value: Sendable, Failure: Error>(
        _ work: @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await users.asOneChange(work)
    }

    /// The saved settings, by name.
    ///
    /// - Throws: `StoreError` if the user file cannot be read.
    package nonisolated func keptSettings() async throws(StoreError) -> [String: String] {
        try await users.keptSettings()
    }

    /// Saves a setting; nil removes it.
    ///
    /// - Throws: `StoreError` if the user file cannot be written.
    package nonisolated func keepSetting(_ name: String, _ value: String?) async throws(StoreError) {
        try await users.keepSetting(name, value)
    }

    /// The saved searches, ordered by name.
    ///
    /// - Throws: `StoreError` if the user file cannot be read.
    package nonisolated func savedSearches() async throws(StoreError) -> [SavedSearch] {
        try await users.savedSearches()
    }

    /// Saves a search, replacing an existing one with the same name.
    ///
    /// - Returns: Whether the name was new.
    /// - Throws: `StoreError` if the user file cannot be written.
    package nonisolated func saveSearch(_ search: SavedSearch) async throws(StoreError) -> Bool {
        try await users.saveSearch(search)
    }

    /// Removes a saved search.
    ///
    /// - Returns: Whether the search existed.
    /// - Throws: `StoreError` if the user file cannot be written.
    package nonisolated func removeSearch(_ name: String) async throws(StoreError) -> Bool {
        try await users.removeSearch(name)
    }
}
