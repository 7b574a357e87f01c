import AggConfiguration
import AggPostgres
import AggSource
import AggStorage
import AggStore
import Foundation

/// The store of a run: a folder, or a server.
struct OpenStore: Sendable {
    /// The data that can be fetched again.
    let mirror: any RecordStore
    /// The user's own data.
    let user: any UserStore
    /// Joins the favorites with those of other machines.
    let merger: any FavoriteMergeStore
    /// The news that the user has read.
    let readMarks: any ReadMarkStore
    /// The watched searches and their alerts.
    let alerts: any AlertStore
    /// The locks between the processes that share the store.
    let locks: any StoreLocks
    /// SQL access to both.
    let sql: any SQLReader
    /// Messages for the user about problems handled while opening.
    var notices: [String] = []
    /// The check of the store and its surroundings.
    private(set) var health: any HealthCheck
    /// The repair of broken files; nil for a server.
    var repairer: (any StoreRepairer)?
    /// The management of a server; nil for a folder.
    var shared: (any SharedStore)?
    /// Returns a text that changes whenever any process changes the store; nil if that cannot be told.
    let version: @Sendable () async -> String?
    /// Returns whether this user may refresh sources, as far as that can be told in advance.
    let mayRefresh: @Sendable () async -> Bool
    private var folder: Stores?

    /// Opens a store by the URL of a server or the path of a folder.
    ///
    /// - Throws: `StoreError` if the folder cannot be used, if the address cannot be read, or if the server is on another host
    ///   although the network may not be used.
    static func open(
        _ address: String, environment: [String: String], retention: ChangeRetention = ChangeRetention(),
        program: String = "agg", isOffline: Bool = false, toleratesFaults: Bool = false
    ) throws(StoreError) -> OpenStore {
        guard ServerAddress.isServer(address) else {
            try ServerAddress.checkIsFolder(address)
            let folder = absolute(address)
            let stores = try Stores.open(
                folder: folder, retention: retention, program: program, toleratesFaults: toleratesFaults)
            return OpenStore(stores, in: folder)
        }
        let server = try ServerAddress(address, environment: environment)
        let local = try localFolder(environment)
        let hasLocal = FileManager.default.fileExists(atPath: local + "/mirror.sqlite")
        let advice = hasLocal ? StoreError.localAdvice + local : nil
        let copying = "before you go offline, make a local copy with “store copy”"
        if isOffline, let reason = server.offlineReason(advice ?? copying) {
            throw .server(code: StoreError.unreachableCode, reason: reason)
        }
        return OpenStore(
            PostgresStores(server, retention: retention, advice: advice),
            locks: FileLocks(folder: "\(local)/servers/\(server.fileName)"))
    }

    /// Checks that an address is that of a folder or a server, without opening it.
    ///
    /// - Throws: `StoreError` if it cannot be read.
    static func check(_ address: String, environment: [String: String]) throws(StoreError) {
        guard ServerAddress.isServer(address) else { return try ServerAddress.checkIsFolder(address) }
        _ = try ServerAddress(address, environment: environment)
    }

    /// A store that cannot be opened, for commands that work without one: whatever needs it fails, and its check says why.
    static func unusable(_ error: StoreError) throws(StoreError) -> OpenStore {
        var store = OpenStore(try Stores.open(folder: nowhere, toleratesFaults: true), in: nowhere)
        store.health = UnusableStore(error: error)
        store.repairer = nil
        return store
    }

    /// The address of a folder that can neither exist nor be created.
    static let nowhere = "/dev/null/agg"

    /// Whether an address is that of a folder with a store, which can be opened without waiting and without creating it.
    static func canOpen(_ address: String) -> Bool {
        !ServerAddress.isServer(address) && (try? ServerAddress.checkIsFolder(address)) != nil && exists(at: address)
    }

    /// Whether there is a store in a folder; true for a server, which reports a missing store itself, and for what is neither.
    static func exists(at address: String) -> Bool {
        if ServerAddress.isServer(address) || (try? ServerAddress.checkIsFolder(address)) == nil { return true }
        let folder = absolute(address)
        return ["mirror.sqlite", "user.sqlite"].contains {
            FileManager.default.fileExists(atPath: "\(folder)/\($0)")
        }
    }

    /// Whether two folders or URLs are the same store, as far as that is known without connecting to a server.
    static func areSame(_ first: String, _ second: String, environment: [String: String]) -> Bool {
        func identity(_ address: String) -> String? {
            guard ServerAddress.isServer(address) else {
                return URL(fileURLWithPath: absolute(address), isDirectory: true).resolvingSymlinksInPath().path
            }
            return (try? ServerAddress(address, environment: environment))?.identity
        }
        guard let first = identity(first), let second = identity(second) else { return false }
        return first == second
    }

    /// The absolute path of a folder.
    ///
    /// A URL looks up types to return its path, which takes longer than opening a file. Most paths don't need it.
    private static func absolute(_ path: String) -> String {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        let isPlain = path.hasPrefix("/") && !parts.contains { ["", ".", ".."].contains($0) }
        return isPlain ? path : URL(fileURLWithPath: path, isDirectory: true).path
    }

    /// The folder of a local store; locks between the processes of one machine are files below it.
    private static func localFolder(_ environment: [String: String]) throws(StoreError) -> String {
        var local = environment
        local["AGG_STORE"] = nil
        guard let folder = try? Paths(environment: local).store else {
            throw .server(
                code: "store_inaccessible", reason: "no folder for lock files because HOME is not set; set HOME")
        }
        return folder
    }

    private init(_ stores: Stores, in path: String) {
        mirror = stores.mirror
        user = stores.user
        merger = stores.merger
        readMarks = stores.readMarks
        alerts = stores.alerts
        locks = stores.locks
        sql = stores.sql
        notices = stores.notices
        health = stores.health
        repairer = stores.repairer
        version = { StoreVersion(folder: path).text }
        mayRefresh = { true }
        folder = stores
    }

    private init(_ stores: PostgresStores, locks: FileLocks) {
        mirror = stores.mirror
        user = stores.user
        merger = stores.merger
        readMarks = stores.readMarks
        alerts = stores.alerts
        self.locks = stores.locks(locks)
        sql = stores.sql
        health = stores.health
        shared = stores.shared
        version = { await stores.version() }
        mayRefresh = { await stores.mayRefresh() }
    }

    /// The check of a store that cannot be opened.
    private struct UnusableStore: HealthCheck {
        let error: StoreError

        /// Returns why the store cannot be opened.
        func findings(in scope: HealthScope) async -> [HealthFinding] {
            let fix = "correct --store, AGG_STORE, or “store” in the configuration"
            return [HealthFinding("store", .failed, error.reason, fix: error.code == StoreError.usageCode ? fix : nil)]
        }
    }

    /// Backs up the user file at the end of a run, if a backup is due, and closes what was written to.
    func end() {
        folder?.backUp()
        folder?.close()
    }
}
