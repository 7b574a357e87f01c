import AggStorage
import GRDB
import Synchronization

/// A file of the store as the rest of the program sees it: open, or the reason why it could not be opened.
///
/// After a repair, existing references use the new file.
final class StoreFile: Sendable {
    let path: String
    private let settings: DatabaseFile.Settings
    private let opened: Mutex<Result<DatabaseFile, StoreError>>

    /// Opens a file, and keeps the error if that fails.
    init(path: String, settings: DatabaseFile.Settings) {
        self.path = path
        self.settings = settings
        opened = Mutex(Self.open(path, settings))
    }

    /// The open file; opened again if it was deleted or another process has put a new file in its place.
    ///
    /// - Throws: Why it could not be opened, or that a file that must not be replaced was deleted.
    var database: DatabaseFile {
        get throws(StoreError) {
            try opened.withLock { opened -> Result<DatabaseFile, StoreError> in
                guard case .success(let file) = opened, file.isReplaced else { return opened }
                if !settings.isReplaceable, FileIdentity(path) == nil {
                    return .failure(
                        .failed(file: path, detail: "the file was deleted while agg was running; restart agg"))
                }
                let reopened = Self.open(path, settings)
                // If this fails, the next use tries again.
                if case .success = reopened { opened = reopened }
                return reopened
            }.get()
        }
    }

    /// Why it could not be opened; nil if it is open.
    var fault: StoreError? {
        if case .failure(let error) = opened.withLock({ $0 }) { error } else { nil }
    }

    /// Does work on the file's path, and then opens the file now at that path.
    ///
    /// The work closes the file before it moves it. Closing can change the file, because its log is then written to it.
    func replace<Value>(_ work: (_ close: () -> Void) throws(StoreError) -> Value) throws(StoreError) -> Value {
        defer {
            let reopened = Self.open(path, settings)
            opened.withLock { $0 = reopened }
        }
        return try work { opened.withLock { $0 = .failure(.locked(file: path)) } }
    }

    /// Reads in one transaction, which sees a single state of the file; a short read avoids changing threads.
    func read<Value: Sendable>(
        _ length: DatabaseFile.Length = .long, _ work: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        try await database.read(length, work)
    }

    /// Reads in one transaction on the caller's thread, for as long as the caller needs.
    func readInPlace(_ work: (Database) throws -> Void) throws(StoreError) {
        try database.readInPlace(work)
    }

    /// Reads a small value, and only if the file has changed since it was last read under this name.
    func read<Value: Sendable>(
        keptAs name: String, _ work: @Sendable (Database) throws -> Value
    ) throws(StoreError) -> Value {
        try database.read(keptAs: name, work)
    }

    /// Writes in one transaction, all or nothing.
    func write<Value: Sendable>(
        _ work: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        try await database.write(work)
    }

    private static func open(_ path: String, _ settings: DatabaseFile.Settings) -> Result<DatabaseFile, StoreError> {
        do throws(StoreError) { return .success(try DatabaseFile(path: path, settings: settings)) } catch {
            return .failure(error)
        }
    }
}
