import AggCore
import AggPostgres
import AggStorage
import AggStore
import AggTesting
import Foundation

/// The conformers of the ports, each of which has to keep the same contract.
enum StoreKind: Sendable {
    case inMemory
    case sqlite
    case postgres

    /// All that can be tested here: a server only if one is named.
    static var allCases: [StoreKind] { [.inMemory, .sqlite] + (TestServer.url == nil ? [] : [.postgres]) }

    /// Those that agg opens by an address, with settings.
    static var opened: [StoreKind] { allCases.filter { $0 != .inMemory } }

    func makeRecordStore(retention: ChangeRetention = ChangeRetention()) async throws -> TestedStore<any RecordStore> {
        switch self {
        case .inMemory: return TestedStore(store: InMemoryRecordStore(), folder: nil)
        case .sqlite:
            let folder = TemporaryFolder()
            return TestedStore(store: try Stores.open(folder: folder.path, retention: retention).mirror, folder: folder)
        case .postgres:
            return TestedStore(store: try await TestServer.makeStore(retention: retention).mirror, folder: nil)
        }
    }

    /// A store with all that can be copied.
    func makeCopiedStore() async throws -> TestedStore<CopiedStore> {
        switch self {
        case .inMemory:
            let users = InMemoryUserStore()
            let store = CopiedStore(
                records: InMemoryRecordStore(), users: users, favorites: users, readMarks: InMemoryReadMarkStore(),
                alerts: InMemoryAlertStore())
            return TestedStore(store: store, folder: nil)
        case .sqlite:
            let folder = TemporaryFolder()
            return TestedStore(store: CopiedStore(try Stores.open(folder: folder.path)), folder: folder)
        case .postgres: return TestedStore(store: CopiedStore(try await TestServer.makeStore()), folder: nil)
        }
    }

    func makeUserStore() async throws -> TestedStore<any UserStore> {
        switch self {
        case .inMemory: return TestedStore(store: InMemoryUserStore(), folder: nil)
        case .sqlite:
            let folder = TemporaryFolder()
            return TestedStore(store: try Stores.open(folder: folder.path).user, folder: folder)
        case .postgres: return TestedStore(store: try await TestServer.makeStore().user, folder: nil)
        }
    }

    func makeReadMarkStore() async throws -> TestedStore<any ReadMarkStore> {
        switch self {
        case .inMemory: return TestedStore(store: InMemoryReadMarkStore(), folder: nil)
        case .sqlite:
            let folder = TemporaryFolder()
            return TestedStore(store: try Stores.open(folder: folder.path).readMarks, folder: folder)
        case .postgres: return TestedStore(store: try await TestServer.makeStore().readMarks, folder: nil)
        }
    }

    func makeAlertStore() async throws -> TestedStore<any AlertStore> {
        switch self {
        case .inMemory: return TestedStore(store: InMemoryAlertStore(), folder: nil)
        case .sqlite:
            let folder = TemporaryFolder()
            return TestedStore(store: try Stores.open(folder: folder.path).alerts, folder: folder)
        case .postgres: return TestedStore(store: try await TestServer.makeStore().alerts, folder: nil)
        }
    }
}

extension CopiedStore {
    init(_ stores: Stores) {
        self.init(
            records: stores.mirror, users: stores.user, favorites: stores.merger, readMarks: stores.readMarks,
            alerts: stores.alerts)
    }

    init(_ stores: PostgresStores) {
        self.init(
            records: stores.mirror, users: stores.user, favorites: stores.merger, readMarks: stores.readMarks,
            alerts: stores.alerts)
    }
}

/// A store, and the folder that has to live as long.
struct TestedStore<Store: Sendable>: Sendable {
    let store: Store
    let folder: TemporaryFolder?
}
