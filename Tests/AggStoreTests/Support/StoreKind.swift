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

    /// Those that keep read marks, alerts, and the history of favorites.
    static let local: [StoreKind] = [.inMemory, .sqlite]

    func makeRecordStore() async throws -> TestedStore<any RecordStore> {
        switch self {
        case .inMemory: return TestedStore(store: InMemoryRecordStore(), folder: nil)
        case .sqlite:
            let folder = TemporaryFolder()
            return TestedStore(store: try Stores.open(folder: folder.url).mirror, folder: folder)
        case .postgres: return TestedStore(store: try await TestServer.makeStore().mirror, folder: nil)
        }
    }

    func makeUserStore() async throws -> TestedStore<any UserStore> {
        switch self {
        case .inMemory: return TestedStore(store: InMemoryUserStore(), folder: nil)
        case .sqlite:
            let folder = TemporaryFolder()
            return TestedStore(store: try Stores.open(folder: folder.url).user, folder: folder)
        case .postgres: return TestedStore(store: try await TestServer.makeStore().user, folder: nil)
        }
    }

    func makeReadMarkStore() async throws -> TestedStore<any ReadMarkStore> {
        switch self {
        case .inMemory: return TestedStore(store: InMemoryReadMarkStore(), folder: nil)
        case .sqlite:
            let folder = TemporaryFolder()
            return TestedStore(store: try Stores.open(folder: folder.url).readMarks, folder: folder)
        case .postgres: return TestedStore(store: try await TestServer.makeStore().local, folder: nil)
        }
    }

    func makeAlertStore() async throws -> TestedStore<any AlertStore> {
        switch self {
        case .inMemory: return TestedStore(store: InMemoryAlertStore(), folder: nil)
        case .sqlite:
            let folder = TemporaryFolder()
            return TestedStore(store: try Stores.open(folder: folder.url).alerts, folder: folder)
        case .postgres: return TestedStore(store: try await TestServer.makeStore().local, folder: nil)
        }
    }
}

/// A store, and the folder that has to live as long.
struct TestedStore<Store: Sendable>: Sendable {
    let store: Store
    let folder: TemporaryFolder?
}
