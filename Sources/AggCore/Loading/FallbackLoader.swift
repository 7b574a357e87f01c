package import AggSource

/// The decorator every source gets: asks the primary loader, and serves what the fallback holds when that fails.
///
/// It never hides: the answer of the fallback carries the primary's reason, and when the fallback has nothing either,
/// the primary's error is the error. A cancelled load does not fall back.
package struct FallbackLoader: SourceLoader {
    private let primary: any SourceLoader
    private let fallback: any SourceLoader

    /// Makes a loader of two.
    package init(primary: any SourceLoader, fallback: any SourceLoader) {
        self.primary = primary
        self.fallback = fallback
    }

    /// Loads from the primary, else from the fallback.
    ///
    /// - Throws: The primary's error when the fallback fails too; `.cancelled` when either of them was.
    package func load() async throws(SourceError) -> LoadedSource {
        do {
            return try await primary.load()
        } catch .cancelled {
            throw .cancelled
        } catch let reason {
            do {
                var loaded = try await fallback.load()
                loaded.fallbackReason = reason
                return loaded
            } catch {
                throw error == .cancelled ? .cancelled : reason
            }
        }
    }
}
